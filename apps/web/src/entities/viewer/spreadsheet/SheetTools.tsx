import type { Book, Changes } from '@atrium/richtext/sheet/book.ts';
import type { Look, Side } from '@atrium/richtext/sheet/sheetParts.ts';
import { ActionIcon, ColorSwatch, FileButton, Menu, Select } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconColumnInsertRight,
  IconColumnRemove,
  IconDecimal,
  IconFileImport,
  IconFileTypeCsv,
  IconFileTypeXls,
  IconItalic,
  IconPaint,
  IconRowInsertBottom,
  IconRowRemove,
  IconStrikethrough,
  IconTextColor,
  IconTextWrap,
  IconTransfer,
  IconUnderline,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { locale, t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { ViewerError } from '../fileBytes.ts';
import { formatted, localDay, withDigits } from './cellText.ts';
import { csvOf, saveFile, workbookOf } from './exporting.ts';
import { importFile } from './importing.ts';
import classes from './Spreadsheet.module.css';

interface Props {
  name: string;
  book: Book;
  sheet: string;
  look: Look | undefined;
  mayChange: boolean;
  change: (changes: Changes) => void;
  paint: (fields: { [F in keyof Look]?: Look[F] | undefined }) => void;
  toggle: (of: 'bold' | 'italic' | 'underline' | 'strike' | 'wrap') => void;
  insert: (side: Side, isAfter: boolean) => void;
  remove: (side: Side) => void;
  openSheet: (sheet: string) => void;
  onUndo: () => void;
  onRedo: () => void;
}

const COLORS = ['#c92a2a', '#d9480f', '#b08800', '#2b8a3e', '#0b7285', '#1864ab', '#5f3dc4', '#868e96'];
const FILLS = ['#ffc9c9', '#ffd8a8', '#ffec99', '#b2f2bb', '#99e9f2', '#a5d8ff', '#d0bfff', '#dee2e6'];

/** The toolbar for the chosen cells. */
export function SheetTools(props: Props) {
  const { look, mayChange, paint, toggle, insert, remove } = props;
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('sheet.tools')}>
      {mayChange && (
        <>
          <Tool icon={IconArrowBackUp} label={t('action.undo')} onClick={props.onUndo} />
          <Tool icon={IconArrowForwardUp} label={t('document.redo')} onClick={props.onRedo} />
          <span className={classes.divider} aria-hidden="true" />
          <FormatChoice look={look} paint={paint} />
          <Tool
            icon={IconDecimal}
            label={t('sheet.digits_more')}
            onClick={() => paint({ format: withDigits(look?.format, 1) })}
          />
          <Tool
            icon={IconDecimal}
            label={t('sheet.digits_fewer')}
            isFlipped
            onClick={() => paint({ format: withDigits(look?.format, -1) })}
          />
          <span className={classes.divider} aria-hidden="true" />
          <Tool icon={IconBold} label={t('sheet.bold')} isOn={look?.bold === true} onClick={() => toggle('bold')} />
          <Tool
            icon={IconItalic}
            label={t('sheet.italic')}
            isOn={look?.italic === true}
            onClick={() => toggle('italic')}
          />
          <Tool
            icon={IconUnderline}
            label={t('sheet.underline')}
            isOn={look?.underline === true}
            onClick={() => toggle('underline')}
          />
          <Tool
            icon={IconStrikethrough}
            label={t('sheet.strike')}
            isOn={look?.strike === true}
            onClick={() => toggle('strike')}
          />
          <Swatches
            icon={IconTextColor}
            label={t('sheet.text_color')}
            colors={COLORS}
            chosen={look?.color}
            onChoose={(color) => paint({ color })}
          />
          <Swatches
            icon={IconPaint}
            label={t('sheet.fill')}
            colors={FILLS}
            chosen={look?.fill}
            onChoose={(fill) => paint({ fill })}
          />
          <span className={classes.divider} aria-hidden="true" />
          {(['left', 'center', 'right'] as const).map((align) => (
            <Tool
              key={align}
              icon={ALIGNS[align]}
              label={t(`sheet.align_${align}`)}
              isOn={look?.align === align}
              onClick={() => paint({ align: look?.align === align ? undefined : align })}
            />
          ))}
          <Tool icon={IconTextWrap} label={t('sheet.wrap')} isOn={look?.wrap === true} onClick={() => toggle('wrap')} />
          <span className={classes.divider} aria-hidden="true" />
          <Tool icon={IconRowInsertBottom} label={t('sheet.row_add')} onClick={() => insert('r', true)} />
          <Tool icon={IconColumnInsertRight} label={t('sheet.column_add')} onClick={() => insert('k', true)} />
          <Tool icon={IconRowRemove} label={t('sheet.row_remove')} onClick={() => remove('r')} />
          <Tool icon={IconColumnRemove} label={t('sheet.column_remove')} onClick={() => remove('k')} />
          <span className={classes.divider} aria-hidden="true" />
        </>
      )}
      <Transfer {...props} />
    </div>
  );
}

const ALIGNS = { left: IconAlignLeft, center: IconAlignCenter, right: IconAlignRight };

/** Imports and exports Excel workbooks and separated values. */
function Transfer({ name, book, sheet, mayChange, change, openSheet }: Props) {
  const reset = useRef<() => void>(null);
  const bring = async (file: File | null) => {
    reset.current?.();
    if (!file) return;
    try {
      const imported = await importFile(book, file);
      change(imported.changes);
      openSheet(imported.sheet);
      if (imported.isCut) notify(t('sheet.import_cut', { name: file.name }), { kind: 'error' });
    } catch (error) {
      const isUnreadable = error instanceof ViewerError;
      notify(isUnreadable ? t('sheet.import_broken', { name: file.name }) : wordsOf(error), { kind: 'error' });
    }
  };
  return (
    <FileButton resetRef={reset} accept=".xlsx,.xlsm,.xltx,.csv,.tsv" onChange={(file) => void bring(file)}>
      {({ onClick }) => (
        <DropdownMenu
          position="bottom-end"
          button={
            <ActionIcon size="lg" aria-label={t('sheet.transfer')}>
              <IconTransfer size={18} stroke={1.75} />
            </ActionIcon>
          }
        >
          {mayChange && (
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={onClick}>
              {t('sheet.import')}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconFileTypeXls size={16} />}
            onClick={() => saveFile(`${name}.xlsx`, XLSX, workbookOf(book))}
          >
            {t('sheet.export_xlsx')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFileTypeCsv size={16} />}
            onClick={() => saveFile(`${name}.csv`, 'text/csv;charset=utf-8', csvOf(book, sheet))}
          >
            {t('sheet.export_csv')}
          </Menu.Item>
        </DropdownMenu>
      )}
    </FileButton>
  );
}
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A day in summer, which shows how dates look. */
const EXAMPLE_DAY = 46_204.6;

function FormatChoice({ look, paint }: Pick<Props, 'look' | 'paint'>) {
  const day = localDay();
  const patterns: [string, number][] = [
    ...(['0', '0.00', '#,##0.00', '0%', '0.00%', '0.00E+00'] as const).map((each): [string, number] => [each, 1234.5]),
    ...(['#,##0.00 "€"', '"$"#,##0.00', '"£"#,##0.00', '"¥"#,##0'] as const).map((each): [string, number] => [
      each,
      1234.5,
    ]),
    ...[day, 'yyyy-mm-dd', 'd mmm yyyy', `${day} hh:mm`, 'hh:mm'].map((each): [string, number] => [each, EXAMPLE_DAY]),
  ];
  const known = new Map(patterns.map(([pattern, value]) => [pattern, formatted(value, pattern)]));
  const current = look?.format ?? 'General';
  const data = [
    { value: 'General', label: t('sheet.format_auto') },
    { value: '@', label: t('sheet.format_text') },
    ...[...known].map(([value, label]) => ({ value, label })),
    ...(current === 'General' || current === '@' || known.has(current) ? [] : [{ value: current, label: current }]),
  ];
  return (
    <Select
      size="xs"
      className={classes.format}
      aria-label={t('sheet.format')}
      lang={locale}
      allowDeselect={false}
      comboboxProps={{ width: 190, position: 'bottom-start' }}
      maxDropdownHeight={360}
      value={current}
      data={data}
      onChange={(value) => paint({ format: value === null || value === 'General' ? undefined : value })}
    />
  );
}

interface SwatchProps {
  icon: typeof IconPaint;
  label: string;
  colors: readonly string[];
  chosen: string | undefined;
  onChoose: (color: string | undefined) => void;
}
function Swatches({ icon: Icon, label, colors, chosen, onChoose }: SwatchProps) {
  return (
    <DropdownMenu
      position="bottom-start"
      button={
        <ActionIcon size="lg" aria-label={label} title={label}>
          <Icon size={18} stroke={1.75} {...(chosen && { color: chosen })} />
        </ActionIcon>
      }
    >
      <div className={classes.swatches}>
        {['', ...colors].map((color) => (
          <Menu.Item
            key={color}
            w={28}
            h={28}
            p={2}
            aria-label={color ? t('mind.color', { color }) : t('mind.color_none')}
            aria-current={(chosen ?? '') === color || undefined}
            onClick={() => onChoose(color || undefined)}
          >
            <ColorSwatch color={color || 'transparent'} size={22} />
          </Menu.Item>
        ))}
      </div>
    </DropdownMenu>
  );
}

interface ToolProps {
  icon: typeof IconPaint;
  label: string;
  isOn?: boolean;
  isFlipped?: boolean;
  onClick: () => void;
}
function Tool({ icon: Icon, label, isOn, isFlipped = false, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        size="lg"
        aria-label={label}
        {...(isOn !== undefined && { 'aria-pressed': isOn, variant: isOn ? 'light' : 'subtle' })}
        // This keeps the focus in the cells.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.75} {...(isFlipped && { style: { transform: 'scaleX(-1)' } })} />
      </ActionIcon>
    </Tooltip>
  );
}
