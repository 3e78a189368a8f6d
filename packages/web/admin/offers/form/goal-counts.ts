// How often a click may convert on a goal.
export const goalCountChoices = [
  { value: '', label: 'As the offer’s type says' },
  { value: 'click', label: 'Once per click' },
  { value: 'order', label: 'Once per order (transaction ID)' },
];
