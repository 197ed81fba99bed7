/** The choices made on this device; the browser's permission is separate. */
export interface NotifyChoices {
  isOn: boolean;
  hasSound: boolean;
  /** True if it notifies also while the page is closed. */
  isPushed: boolean;
  /** True if the question in the messenger was dismissed. */
  isAsked: boolean;
}

const NAME = 'notifications';
const DEFAULTS: NotifyChoices = { isOn: true, hasSound: true, isPushed: true, isAsked: false };

export function readChoices(): NotifyChoices {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(NAME) ?? '{}') as Partial<NotifyChoices>) };
  } catch {
    return DEFAULTS;
  }
}
export const storeChoices = (choices: NotifyChoices): void => localStorage.setItem(NAME, JSON.stringify(choices));
