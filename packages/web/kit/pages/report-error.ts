// Where the page says that something it did not expect happened. The specification asks for a log of unreadable session data and
// of failed list loads; this is the only place that writes to the console.

export function reportError(what: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks that these errors are logged
  console.error(what, cause);
}
