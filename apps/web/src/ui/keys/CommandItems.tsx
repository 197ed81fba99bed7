import { Menu } from '@mantine/core';
import type { Command } from './commands.ts';

/** Commands as menu items, with dangerous ones separated. */
export function CommandItems({ commands }: { commands: readonly Command[] }) {
  return commands.map(({ id, label, icon: Icon, isDangerous, run }, index) => (
    <div key={id} style={{ display: 'contents' }}>
      {isDangerous && index > 0 && !commands[index - 1]?.isDangerous && <Menu.Divider />}
      <Menu.Item leftSection={Icon && <Icon size={16} />} onClick={run} {...(isDangerous && { color: 'var(--red)' })}>
        {label}
      </Menu.Item>
    </div>
  ));
}
