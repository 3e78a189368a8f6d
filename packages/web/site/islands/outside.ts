/** Whether something happened outside an open list. A click on words that cannot be focused moves the focus to what lies
 *  around them, the page's main part: that is no step outside. */
export const isOutside = (list: Element | null, target: EventTarget | null): boolean =>
  !(target instanceof Node && list && (list.contains(target) || target.contains(list)));
