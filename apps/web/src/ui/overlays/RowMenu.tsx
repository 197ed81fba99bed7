import { IconDots } from '@tabler/icons-react';
import { IconButton } from '#ui/IconButton.tsx';
import { CommandItems } from '#ui/keys/CommandItems.tsx';
import type { Command } from '#ui/keys/commands.ts';
import { DropdownMenu } from './Dropdown.tsx';

/** The actions for a table row: three dots at its end. */
export function RowMenu({ label, commands }: { label: string; commands: readonly Command[] }) {
  return (
    <DropdownMenu
      position="bottom-end"
      button={
        <IconButton aria-label={label}>
          <IconDots size={18} stroke={1.75} />
        </IconButton>
      }
    >
      <CommandItems commands={commands} />
    </DropdownMenu>
  );
}
