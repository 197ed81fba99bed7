import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconChevronUp, IconPlus } from '@tabler/icons-react';
import { useGlobalCommands } from '#app/palette/useGlobalCommands.ts';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Sidebar.module.css';

const MADE = ['new-project', 'new-task', 'new-group', 'new-meeting', 'join-meeting'];

/** Creates a project if permitted; the arrow lists what else can be created, with keys. */
export function NewButton({ isNarrow }: { isNarrow: boolean }) {
  const commands = useGlobalCommands();
  const made = MADE.flatMap((id) => commands.find((command) => command.id === id) ?? []);
  // The first command; without the permission to create a project, it is the next one.
  const [first] = made;
  if (!first) return null;
  if (isNarrow) {
    return (
      <div className={classes.make} data-tour="new">
        <Tooltip label={first.label} position="right">
          <ActionIcon size="lg" aria-label={first.label} onClick={first.run}>
            <IconPlus size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
    );
  }
  return (
    <Button.Group className={classes.make ?? ''} data-tour="new">
      <Button
        flex={1}
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.75} />}
        onClick={first.run}
        styles={{ label: { overflow: 'hidden', textOverflow: 'ellipsis' } }}
      >
        {first.label}
      </Button>
      <DropdownMenu
        position="top-end"
        width={220}
        button={
          <Button variant="default" px={8} aria-label={t('nav.new_more')}>
            <IconChevronUp size={16} stroke={1.75} />
          </Button>
        }
      >
        {made.map(({ id, label, keys, run }) => (
          <Menu.Item
            key={id}
            // The key is only visible: read aloud it would become part of the name.
            rightSection={
              keys && (
                <kbd className={classes.key} aria-hidden="true">
                  {keys}
                </kbd>
              )
            }
            {...(keys && { 'aria-keyshortcuts': keys })}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </DropdownMenu>
    </Button.Group>
  );
}
