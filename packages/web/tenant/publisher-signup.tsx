import { Signup } from './signup.tsx';

export const Component = () => <Signup kind="publisher" />;
