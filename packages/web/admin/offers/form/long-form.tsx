// The whole form on one page: sections in the specification's order, the two long ones collapsed until they are asked for or
// hold the complaint.
import { useState } from 'react';
import { useOffer } from './form-context.ts';
import { OfferSection } from './offer-section.tsx';
import type { Section } from './parts.ts';
import { sectionOf, sections } from './sections.ts';

export function LongForm() {
  const { fault } = useOffer();
  const [open, setOpen] = useState<ReadonlySet<Section['id']>>(new Set());
  const complained = fault && sectionOf(fault.field)?.id;
  const toggle = (id: Section['id']) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  return sections.map((section) => (
    <OfferSection
      key={section.id}
      section={section}
      open={open.has(section.id) || complained === section.id}
      toggle={() => toggle(section.id)}
    />
  ));
}
