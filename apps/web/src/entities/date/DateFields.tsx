import type { Language } from '@atrium/i18n/languages.ts';
import {
  DateInput,
  type DateInputProps,
  DatePickerInput,
  type DatePickerInputProps,
  DatesProvider,
  DateTimePicker,
  type DateTimePickerProps,
} from '@mantine/dates';
import dayjs from 'dayjs';
import localizedFormat from 'dayjs/plugin/localizedFormat';
import { type ReactNode, useId, useState } from 'react';
import { nowDate } from '#sync/clock.ts';
import { language, locale as readersLocale, t } from '#sync/language.ts';
import { lazyValue } from '#sync/store/lazyValue.ts';
import { typedDay } from './typedDay.ts';

dayjs.extend(localizedFormat);

const LOCALES: Record<Language, () => Promise<{ default: ILocale }>> = {
  en: () => import('dayjs/locale/en-gb'),
  zh: () => import('dayjs/locale/zh-cn'),
  'zh-CHT': () => import('dayjs/locale/zh-tw'),
  ko: () => import('dayjs/locale/ko'),
  ja: () => import('dayjs/locale/ja'),
  de: () => import('dayjs/locale/de'),
  fr: () => import('dayjs/locale/fr'),
  id: () => import('dayjs/locale/id'),
  ru: () => import('dayjs/locale/ru'),
};

// Modules that import this one wait for the locale, because a calendar must not start in English. If it does not load,
// the calendar is in English.
const locale = await LOCALES[language]().then(
  (module) => module.default.name,
  () => 'en',
);
const settings = { locale, firstDayOfWeek: 1 } as const;

const monthWords = lazyValue(() => new Intl.DateTimeFormat(readersLocale, { month: 'long', year: 'numeric' }));

/** The month's format, and names for a calendar's buttons, which have only arrows and crosses. */
const calendarLook = lazyValue(() => ({
  highlightToday: true,
  monthLabelFormat: (month: string) => monthWords().format(dayjs(month).toDate()),
  clearButtonProps: { 'aria-label': t('action.clear') },
  ariaLabels: {
    previousMonth: t('date.previous_month'),
    nextMonth: t('date.next_month'),
    previousYear: t('date.previous_year'),
    nextYear: t('date.next_year'),
    previousDecade: t('date.previous_decade'),
    nextDecade: t('date.next_decade'),
  },
}));
/** The names for choosing a time, whose buttons have ticks and dashes. */
const timeNames = lazyValue(() => ({
  timePickerProps: {
    hoursInputLabel: t('date.hours'),
    minutesInputLabel: t('date.minutes'),
    amPmInputLabel: t('date.half'),
  },
  submitButtonProps: { 'aria-label': t('date.accept') },
}));

/** A date and a time in the reader's format. */
export const DateTimeField = ({ popoverProps, ...props }: DateTimePickerProps) => {
  const [names, dialog] = useNames(props);
  return (
    <DatesProvider settings={settings}>
      <DateTimePicker
        valueFormat="L LT"
        {...calendarLook()}
        {...timeNames()}
        {...props}
        {...names}
        popoverProps={{ ...popoverProps, attributes: { dropdown: dialog } }}
      />
    </DatesProvider>
  );
};

/** The order of the field's own format. Without a parser, Mantine reads `1.12.` as January 12. */
const isYearFirst = dayjs('2033-11-22').locale(locale).format('L').startsWith('2033');

/** A date that is typed or picked. Other input is reverted, with a notice. */
export function DayField({ error, onBlur, onChange, ...props }: DateInputProps) {
  const [refused, setRefused] = useState('');
  const parsed = (text: string) => typedDay(text, isYearFirst, nowDate());
  return (
    <DatesProvider settings={settings}>
      <DateInput
        valueFormat="L"
        dateParser={parsed}
        {...calendarLook()}
        {...props}
        error={
          error ||
          (refused && t('date.unknown', { text: refused, example: dayjs(nowDate()).locale(locale).format('L') }))
        }
        onBlur={(event) => {
          const text = event.currentTarget.value.trim();
          setRefused(text !== '' && !parsed(text) ? text : '');
          onBlur?.(event);
        }}
        onChange={(day) => {
          setRefused('');
          onChange?.(day);
        }}
      />
    </DatesProvider>
  );
}

/** A range of dates. */
export const DayRangeField = ({ popoverProps, ...props }: DatePickerInputProps<'range'>) => {
  const [names, dialog] = useNames(props);
  return (
    <DatesProvider settings={settings}>
      <DatePickerInput
        type="range"
        valueFormat="L"
        {...calendarLook()}
        {...props}
        {...names}
        popoverProps={{ ...popoverProps, attributes: { dropdown: dialog } }}
      />
    </DatesProvider>
  );
};

interface Named {
  id?: string;
  label?: ReactNode;
  'aria-label'?: string;
}
/**
 * Such a field is a button that shows the chosen day: it is named by its label and value. Its calendar is a dialog,
 * which Mantine names by an id that no element has. @returns the props of the field and of the dialog
 */
function useNames({ id: given, label, 'aria-label': hidden }: Named) {
  const own = useId();
  const id = given ?? own;
  const names = {
    id,
    'aria-label': undefined,
    'aria-labelledby': `${id}-label ${id}`,
    label: label ?? hidden,
    // The label is no label element, because that would replace the button's own name.
    labelProps: { labelElement: 'div', ...(!label && { className: 'visually-hidden' }) },
  } as const;
  return [names, { 'aria-labelledby': `${id}-label` }] as const;
}
