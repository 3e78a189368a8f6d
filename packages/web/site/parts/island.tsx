// A live part of a page that is otherwise plain HTML. The prerendering writes the part's markup and, beside it, the
// props that the browser needs to take it over; main.tsx does so with the component of the same name.
import type { ComponentType } from 'react';

/** stands for the brand in props: the server writes the brand into HTML, where it would break JSON */
const BRAND_IN_PROPS = '{{brand}}';
export const BRAND = '%BRAND%';

export function Island<P extends object>({ name, of: Part, props }: { name: string; of: ComponentType<P>; props: P }) {
  return (
    <div data-island={name} data-props={JSON.stringify(props).replaceAll(BRAND, BRAND_IN_PROPS)}>
      <Part {...props} />
    </div>
  );
}

/** the props of an island as the browser finds them, with the brand filled in */
export function propsOf(element: HTMLElement, brand: string): Record<string, unknown> {
  return JSON.parse(element.dataset.props ?? '{}', (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(BRAND_IN_PROPS, brand) : value,
  );
}
