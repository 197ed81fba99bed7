import { TagsInput, type TagsInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';

interface Props
  extends Pick<TagsInputProps, 'label' | 'description' | 'placeholder' | 'data' | 'size' | 'variant' | 'className'> {
  'aria-label'?: string;
  value: readonly string[];
  max: number;
  /** The text of the notice that no more than `max` can be added. */
  fullWords: string;
  onChange: (tags: string[]) => void;
}

const REFUSAL_SHOWN_MS = 2000;
/** Commas, including the Chinese and Japanese ones. */
const COMMAS = [',', '\uff0c', '\u3001'];

/** A field for tags, separated by commas or Enter: trimmed, without duplicates or empty ones, at most `max`. */
export function TagInput({ value, max, fullWords, onChange, ...field }: Props) {
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (!refusals) return;
    const timer = setTimeout(() => setRefusals(0), REFUSAL_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [refusals]);
  const take = (tags: readonly string[]) => {
    const wanted = [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))];
    if (wanted.length > max) setRefusals(refusals + 1);
    const kept = wanted.slice(0, max);
    if (kept.join('\n') !== value.join('\n')) onChange(kept);
  };
  return (
    <TagsInput
      {...field}
      {...(!field.data && { dropdownOpened: false })}
      styles={{ pill: { maxWidth: '100%' } }}
      error={refusals > 0 && fullWords}
      errorProps={{ role: 'alert' }}
      splitChars={COMMAS}
      acceptValueOnBlur
      // A duplicate is dropped without a notice.
      isDuplicate={() => false}
      value={[...value]}
      onChange={take}
    />
  );
}
