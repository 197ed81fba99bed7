import { Menu } from '@mantine/core';
import type { Command } from './commands.ts';

/** Commands as menu items: under the headings of their sections, with dangerous ones separated. */
export function CommandItems({ commands }: { commands: readonly Command[] }) {
  return commands.map(({ id, label, icon: Icon, isDangerous, section, run }, index) => {
    const before = commands[index - 1];
    const isNew = section !== before?.section;
    const isApart = before && ((isDangerous && !before.isDangerous) || (isNew && !section));
    return (
      <div key={id} style={{ display: 'contents' }}>
        {isApart && <Menu.Divider />}
        {isNew && section && <Menu.Label>{section}</Menu.Label>}
        <Menu.Item leftSection={Icon && <Icon size={16} />} onClick={run} {...(isDangerous && { color: 'var(--red)' })}>
          {label}
        </Menu.Item>
      </div>
    );
  });
}
