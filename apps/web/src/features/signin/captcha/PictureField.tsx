import { Image, TextInput } from '@mantine/core';
import classes from '#features/signin/SignInScreen.module.css';
import { t } from '#sync/language.ts';

interface Props {
  /** The picture's address. */
  src: string;
  value: string;
  isMissing: boolean;
  /** True if the server asked for the text on submit. */
  isAsking: boolean;
  onChange: (value: string) => void;
  onRenew: () => void;
}

/** The field for the text in a picture, and the picture, which a click replaces. */
export function PictureField({ src, value, isMissing, isAsking, onChange, onRenew }: Props) {
  return (
    <div className={classes.captcha}>
      <TextInput
        // The field is created again when the text is asked for, because it may be there already.
        key={String(isAsking)}
        label={t('field.captcha')}
        autoFocus={isAsking}
        autoComplete="off"
        value={value}
        error={isMissing && t('signin.missing')}
        onChange={(event) => onChange(event.currentTarget.value)}
        required
        withAsterisk={false}
        flex={1}
      />
      <button type="button" onClick={onRenew} className={classes.picture} title={t('signin.new_picture')}>
        <Image src={src} alt={t('signin.new_picture')} w={130} h={36} />
      </button>
    </div>
  );
}
