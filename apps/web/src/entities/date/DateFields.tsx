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
import { language } from '#sync/language.ts';

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

// Whoever imports this waits for it: a calendar must not begin in English. Where it does not come, it is in English.
const locale = await LOCALES[language]().then(
  (module) => module.default.name,
  () => 'en',
);
const settings = { locale, firstDayOfWeek: 1 } as const;

/** A day and a time, as they are written in the reader's language. */
export const DateTimeField = (props: DateTimePickerProps) => (
  <DatesProvider settings={settings}>
    <DateTimePicker valueFormat="L LT" {...props} />
  </DatesProvider>
);

/** A day that is typed or picked. */
export const DayField = (props: DateInputProps) => (
  <DatesProvider settings={settings}>
    <DateInput valueFormat="L" {...props} />
  </DatesProvider>
);

/** From one day to another. */
export const DayRangeField = (props: DatePickerInputProps<'range'>) => (
  <DatesProvider settings={settings}>
    <DatePickerInput type="range" valueFormat="L" {...props} />
  </DatesProvider>
);
