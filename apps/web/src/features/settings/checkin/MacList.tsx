import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import classes from '../EditableList.module.css';

const MOST = 3;
const MAX_REMARK = 50;

/** A device being edited; ids only distinguish rows. */
export interface EditedMac {
  id: number;
  mac: string;
  remark: string;
}
interface Props {
  list: readonly EditedMac[];
  onChange: (list: EditedMac[]) => void;
}

/** A person's devices. */
export function MacList({ list, onChange }: Props) {
  const change = (at: number, fields: Partial<EditedMac>) =>
    onChange(list.map((each, index) => (index === at ? { ...each, ...fields } : each)));
  const add = () => onChange([...list, { id: Math.min(0, ...list.map(({ id }) => id)) - 1, mac: '', remark: '' }]);
  return (
    <>
      {list.length > 0 && (
        <ul className={classes.list}>
          {list.map((row, at) => (
            <li key={row.id} className={classes.row}>
              <TextInput
                className={classes.wide ?? ''}
                label={t('checkin.mac')}
                placeholder="A4:83:E7:12:34:56"
                required
                withAsterisk={false}
                maxLength={32}
                spellCheck={false}
                autoCapitalize="characters"
                value={row.mac}
                onChange={(event) => change(at, { mac: event.currentTarget.value })}
              />
              <TextInput
                className={classes.wide ?? ''}
                label={t('checkin.remark')}
                placeholder={t('checkin.remark_example')}
                maxLength={MAX_REMARK}
                value={row.remark}
                onChange={(event) => change(at, { remark: event.currentTarget.value })}
              />
              <ActionIcon
                className={classes.end ?? ''}
                size="lg"
                aria-label={t('checkin.remove_device', { name: row.remark || row.mac })}
                onClick={() => onChange(list.filter((_, index) => index !== at))}
              >
                <IconTrash size={18} stroke={1.75} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {list.length < MOST && (
        <Button
          variant="default"
          className={classes.add ?? ''}
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={add}
        >
          {t('checkin.add_device')}
        </Button>
      )}
    </>
  );
}
