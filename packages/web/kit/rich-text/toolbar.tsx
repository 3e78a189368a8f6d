// The editor's toolbar: format, font and size as plain selects, then the usual marks.
import { NativeSelect } from '@mantine/core';
import { RichTextEditor } from '@mantine/tiptap';
import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react';
import { useRef } from 'react';
import { t } from '../../words/kit.ts';
import { fontFamilies, fontSizes, headerLevels, levelOf, textFormats } from './choices.ts';
import classes from './rich-text.module.css';

export function Toolbar({ editor }: { editor: Editor }) {
  const current = useEditorState({ editor, selector: ({ editor: shown }) => styleAt(shown) });
  const { font, size, format } = current;
  return (
    <RichTextEditor.Toolbar className={classes.toolbar}>
      <Choice
        editor={editor}
        label={t('richText.textFormat')}
        value={format}
        options={textFormats}
        choose={(value, chain) => setFormat(chain, value)}
      />
      <Choice
        editor={editor}
        label={t('richText.font')}
        none={t('richText.font')}
        value={font}
        options={fontFamilies}
        choose={(value, chain) => (value ? chain.setFontFamily(value) : chain.unsetFontFamily()).run()}
      />
      <Choice
        editor={editor}
        label={t('richText.fontSize')}
        none={t('richText.size')}
        value={size}
        options={fontSizes}
        choose={(value, chain) => (value ? chain.setFontSize(`${value}px`) : chain.unsetFontSize()).run()}
      />
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.AlignLeft />
        <RichTextEditor.AlignCenter />
        <RichTextEditor.AlignRight />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Link />
        <RichTextEditor.Unlink />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

interface ChoiceProps {
  editor: Editor;
  label: string;
  value: string;
  options: readonly string[];
  /** the word for "as the page has it" */
  none?: string;
  choose: (value: string, chain: ChainedCommands) => void;
}

function Choice({ editor, label, value, options, none, choose }: ChoiceProps) {
  // the mouse goes on in the text; whoever turns over the choices with the arrow keys stays among them
  const byMouse = useRef(false);
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      className={classes.choice}
      value={value}
      onPointerDown={() => {
        byMouse.current = true;
      }}
      onKeyDown={() => {
        byMouse.current = false;
      }}
      onChange={(event) => {
        const chain = editor.chain();
        choose(event.currentTarget.value, byMouse.current ? chain.focus() : chain);
      }}
    >
      {none && <option value="">{none}</option>}
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </NativeSelect>
  );
}

function styleAt(editor: Editor) {
  const { fontFamily, fontSize } = editor.getAttributes('textStyle');
  const level = headerLevels.find((one) => editor.isActive('heading', { level: one }));
  return {
    font: fontFamilies.find((name) => String(fontFamily ?? '').replaceAll(/["']/g, '') === name) ?? '',
    size: fontSizes.find((size) => fontSize === `${size}px`) ?? '',
    format: level
      ? t('richText.header', { level })
      : editor.isActive('codeBlock')
        ? t('richText.code')
        : editor.isActive('blockquote')
          ? t('richText.quote')
          : t('richText.normal'),
  };
}

/** a format replaces the one before it: nothing is ever a quoted header */
function setFormat(chain: ChainedCommands, format: string): void {
  const plain = chain.clearNodes();
  const level = levelOf(format);
  if (level) plain.setHeading({ level }).run();
  else if (format === 'Quote') plain.setBlockquote().run();
  else if (format === 'Code') plain.setCodeBlock().run();
  else plain.run();
}
