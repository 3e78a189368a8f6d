// The editor itself: a toolbar and a page of text. The only style element it adds carries the page's nonce.
import '@mantine/tiptap/styles.css';
import { RichTextEditor } from '@mantine/tiptap';
import { Link } from '@tiptap/extension-link';
import { TextAlign } from '@tiptap/extension-text-align';
import { FontFamily, FontSize, TextStyle } from '@tiptap/extension-text-style';
import { Placeholder } from '@tiptap/extensions';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { boot } from '../boot.ts';
import { headerLevels } from './choices.ts';
import classes from './rich-text.module.css';
import { Toolbar } from './toolbar.tsx';

interface EditorProps {
  name: string;
  labelId: string;
  value: string;
  onChange: (html: string) => void;
  placeholder?: string;
}

export default function Editor({ name, labelId, value, onChange, placeholder = '' }: EditorProps) {
  const report = useRef(onChange);
  report.current = onChange;
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [...headerLevels] },
        link: false,
        horizontalRule: false,
        trailingNode: false,
      }),
      TextStyle,
      FontFamily,
      FontSize,
      TextAlign.configure({ types: ['heading', 'paragraph'] }),
      Link.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto'], defaultProtocol: 'https' }),
      Placeholder.configure({ placeholder }),
    ],
    content: value,
    injectNonce: boot().nonce,
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': labelId, 'data-name': name },
    },
    onUpdate: ({ editor: changed }) => report.current(changed.isEmpty ? '' : changed.getHTML()),
  });
  // a value from elsewhere (a reset, another's version): never while it is what was just typed
  useEffect(() => {
    // on a slow machine the library gives up an editor that was not on the page in time, and makes another with this value
    if (editor.isDestroyed) return;
    const shown = editor.isEmpty ? '' : editor.getHTML();
    if (value !== shown) editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <RichTextEditor editor={editor} withCodeHighlightStyles={false} className={classes.editor}>
      <Toolbar editor={editor} />
      <RichTextEditor.Content className={classes.content} />
    </RichTextEditor>
  );
}
