// A password with its show/hide toggle. The toggle's name avoids the word "password", so that the field's label stays
// the only thing on the page called by it.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useState } from 'react';
import { IconEye, IconEyeOff } from '../../ui/icons.ts';
import { t } from '../../words/base.ts';

const ToggleIcon = ({ reveal }: { reveal: boolean }) =>
  reveal ? <IconEyeOff size={18} aria-hidden /> : <IconEye size={18} aria-hidden />;

export function PasswordField(props: PasswordInputProps) {
  const [visible, setVisible] = useState(false);
  const label = visible ? t('password.hide') : t('password.show');
  return (
    <PasswordInput
      {...props}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={ToggleIcon}
      visibilityToggleButtonProps={{ 'aria-label': label, title: label, type: 'button' }}
    />
  );
}
