import type { CheckinDevices } from '@atrium/contract/workspace/checkin.ts';
import { Alert, Button, FileButton, Group, Text, Title } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { CheckinBar } from '#entities/checkin/CheckinBar.tsx';
import { NotYet } from '#entities/form/Problem.tsx';
import { PICTURE_KINDS } from '#entities/user/picture.actions.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import list from '../EditableList.module.css';
import classes from './Checkin.module.css';
import { CheckinMonth } from './CheckinMonth.tsx';
import { readDevices, saveFace, saveMacs } from './checkin.actions.ts';
import { MacList } from './MacList.tsx';

/** The settings of the person's own devices, photo and attendance. */
export function CheckinSettings() {
  const { data: known, problem, show } = useRequest(readDevices);
  const [turn, setTurn] = useState(0);
  if (!known) return <NotYet problem={problem} />;
  const [from = '', to = ''] = known.time;
  const isPressed = known.bot > 0 && known.modes.some((mode) => mode === 'manual' || mode === 'locat');
  return (
    <div className={list.page}>
      {isPressed ? (
        <CheckinBar onChanged={() => setTurn((before) => before + 1)} />
      ) : (
        <Text c="dimmed">{t('checkin.hours', { from, to, zone: known.timezone })}</Text>
      )}
      <CheckinMonth key={turn} timezone={known.timezone} />
      {known.modes.includes('auto') && <Devices known={known} onSaved={show} />}
      {known.face_upload === 'open' && <Face known={known} onSaved={show} />}
    </div>
  );
}

interface PartProps {
  known: CheckinDevices;
  onSaved: (known: CheckinDevices) => void;
}

function Devices({ known, onSaved }: PartProps) {
  const [macs, setMacs] = useState(known.list.map(({ id, mac, remark }) => ({ id, mac, remark })));
  const [problem, setProblem] = useState('');
  const isChanged =
    JSON.stringify(macs) !== JSON.stringify(known.list.map(({ id, mac, remark }) => ({ id, mac, remark })));
  const show = (saved: CheckinDevices) => {
    setMacs(saved.list.map(({ id, mac, remark }) => ({ id, mac, remark })));
    setProblem('');
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    try {
      const saved = await saveMacs(macs);
      onSaved(saved);
      show(saved);
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  return (
    <form className={classes.part} aria-label={t('checkin.devices')} onSubmit={(event) => void submit(event)}>
      <Title order={2} size="h4">
        {t('checkin.devices')}
      </Title>
      <Text c="dimmed">{t(known.edit === 'open' ? 'checkin.devices_hint' : 'checkin.devices_fixed')}</Text>
      {known.edit === 'open' ? (
        <MacList list={macs} onChange={setMacs} />
      ) : (
        <ul className={list.list}>
          {macs.map(({ id, mac, remark }) => (
            <li key={id} className={list.row}>
              <Text ff="monospace">{mac}</Text>
              <Text c="dimmed">{remark}</Text>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      {isChanged && (
        <Group justify="flex-end">
          <Button variant="default" onClick={() => show(known)}>
            {t('action.cancel')}
          </Button>
          <Button type="submit">{t('action.save')}</Button>
        </Group>
      )}
    </form>
  );
}

function Face({ known, onSaved }: PartProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const save = async (file: File | null) => {
    setBusy(true);
    setProblem('');
    try {
      onSaved(await saveFace(file));
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <section className={classes.part} aria-label={t('checkin.face')}>
      <Title order={2} size="h4">
        {t('checkin.face')}
      </Title>
      <Text c="dimmed">{t('checkin.face_hint')}</Text>
      <Group gap="md">
        {known.faceimg && <img className={classes.face} src={`${known.faceimg}/thumb`} alt={t('checkin.face')} />}
        <FileButton accept={PICTURE_KINDS} onChange={(file) => file && void save(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={isBusy}>
              {t('picture.choose')}
            </Button>
          )}
        </FileButton>
        {known.faceimg && (
          <Button variant="subtle" color="gray" disabled={isBusy} onClick={() => void save(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </Group>
      {problem && (
        <Text role="alert" c="red">
          {problem}
        </Text>
      )}
    </section>
  );
}
