// Whether a change can be taken back, and why not: a closed list, in words on the screen and in the sentence of a refusal. Zod-free.

export const undoStates = {
  possible: 'This change can be undone.',
  undone: 'This change has been undone already. Undo the undoing to have it back.',
  no_right: 'Your role may not make such a change, so it may not undo one. Please ask the owner of this workspace.',
  money:
    'Money that was booked is never unbooked. Open the conversion, lot or rate and change it there: that books the difference.',
  secret: 'A secret that was replaced stays replaced: others may know the old one.',
  access: 'Who may sign in is decided anew, on the page of the account or key.',
  mail: 'What was sent cannot be called back.',
  created: 'What was made stays, for others name it. Pause, reject or delete it on its own page.',
  own: 'It is that person’s own to change.',
  erased: 'It told of a person whose data was deleted for good: nothing of it comes back.',
  own_page: 'This is taken back on its own page, which shows what that touches.',
  older: 'An earlier version of the software kept too little of this change.',
  not_covered: 'There is nothing to undo here, or it cannot be undone.',
} as const;
export type UndoState = keyof typeof undoStates;
export const undoStateNames = Object.keys(undoStates) as [UndoState, ...UndoState[]];
