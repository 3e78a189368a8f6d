// A call may want the password typed once more. Whoever shows the question says so here: the API client cannot draw, and
// the small public site, which uses it too, must not carry dialogs.

type Ask = () => Promise<boolean>;
let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

export function setPasswordQuestion(question: Ask | null): void {
  ask = question;
}

/** true once the password was confirmed; calls that need it at the same time share one question */
export function passwordAgain(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
