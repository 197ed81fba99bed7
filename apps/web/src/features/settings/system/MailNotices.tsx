import type { MailSetting } from '@atrium/contract/workspace/mailServer.ts';
import { ActionIcon, Button, Group, NumberInput, Stack, Switch, Textarea } from '@mantine/core';
import { TimeInput } from '@mantine/dates';
import { IconX } from '@tabler/icons-react';
import { FormRow } from '#features/settings/FormRow.tsx';
import { SettingsPart } from '#features/settings/SettingsForm.tsx';
import { t } from '#sync/language.ts';

interface Props {
  fields: MailSetting;
  set: (change: Partial<MailSetting>) => void;
}

const MINUTES = ['user', 'group'] as const;
/** The minutes that are proposed when mails are turned on. */
const USUAL = { msg_unread_user_minute: 30, msg_unread_group_minute: 120 };

/** The rules for mail about unread messages. */
export function MailNotices({ fields, set }: Props) {
  const isOn = fields.notice_msg === 'open';
  const isUnset = fields.msg_unread_user_minute < 0 && fields.msg_unread_group_minute < 0;
  return (
    <SettingsPart title={t('mail_notice.part')}>
      <FormRow label={t('mail_notice.on')}>
        {(id) => (
          <Switch
            id={id}
            checked={isOn}
            onChange={(event) =>
              set({
                notice_msg: event.currentTarget.checked ? 'open' : 'close',
                ...(event.currentTarget.checked && isUnset && USUAL),
              })
            }
          />
        )}
      </FormRow>
      {isOn && (
        <>
          {MINUTES.map((kind) => (
            <FormRow key={kind} label={t(`mail_notice.${kind}`)}>
              {(id) => (
                <NumberInput
                  id={id}
                  min={0}
                  max={10080}
                  allowDecimal={false}
                  clampBehavior="blur"
                  placeholder={t('team.never')}
                  suffix={` ${t('system.minutes')}`}
                  description={t('mail_notice.minute_hint')}
                  inputWrapperOrder={['input', 'description']}
                  value={fields[`msg_unread_${kind}_minute`] < 0 ? '' : fields[`msg_unread_${kind}_minute`]}
                  onChange={(minutes) => set({ [`msg_unread_${kind}_minute`]: minutes === '' ? -1 : Number(minutes) })}
                />
              )}
            </FormRow>
          ))}
          <HourRanges
            zone={fields.server_timezone}
            ranges={fields.msg_unread_time_ranges}
            onChange={(msg_unread_time_ranges) => set({ msg_unread_time_ranges })}
          />
          <FormRow label={t('mail_notice.ignore')}>
            {(id) => (
              <Textarea
                id={id}
                autosize
                minRows={2}
                maxLength={5000}
                description={t('mail_notice.ignore_hint')}
                inputWrapperOrder={['input', 'description']}
                value={fields.ignore_addr}
                onChange={(event) => set({ ignore_addr: event.currentTarget.value })}
              />
            )}
          </FormRow>
        </>
      )}
    </SettingsPart>
  );
}

interface RangesProps {
  zone: string;
  ranges: readonly (readonly string[])[];
  onChange: (ranges: string[][]) => void;
}
function HourRanges({ zone, ranges, onChange }: RangesProps) {
  const label = t('mail_notice.hours', { zone });
  const replace = (at: number, range?: string[]) =>
    onChange(ranges.flatMap((each, index) => (index === at ? (range ? [range] : []) : [[...each]])));
  return (
    <FormRow label={label}>
      <Stack gap="xs" align="flex-start">
        {ranges.map(([begin = '', end = ''], at) => (
          <Group key={at} gap="xs" wrap="nowrap">
            <TimeInput
              required
              aria-label={label}
              value={begin}
              onChange={(event) => replace(at, [event.currentTarget.value, end])}
            />
            <TimeInput
              required
              aria-label={t('mail_notice.hours_end')}
              value={end}
              onChange={(event) => replace(at, [begin, event.currentTarget.value])}
            />
            <ActionIcon size="lg" aria-label={t('mail_notice.remove_hours')} onClick={() => replace(at)}>
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => onChange([...ranges.map((each) => [...each]), ['08:00', '18:00']])}
        >
          {t('mail_notice.add_hours')}
        </Button>
      </Stack>
    </FormRow>
  );
}
