// Something that answers redirects on a port.
export interface Target {
  name: string;
  port: number;
  pid: number;
  stop(): Promise<void>;
}
