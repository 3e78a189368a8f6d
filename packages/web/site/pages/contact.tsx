import { contactDetails } from '../content/operator.ts';
import { ContactForm } from '../islands/contact-form.tsx';
import type { PageContext } from '../page-context.ts';
import { Island } from '../parts/island.tsx';
import { Opening } from '../parts/sections.tsx';

export function Contact({ text }: PageContext) {
  const { contact, chrome } = text;
  const { details } = contact;
  return (
    <>
      <Opening heading={contact.heading} lead={contact.lead} />
      <div className="wrap section tight split form-split">
        <div>
          <Island name="contact-form" of={ContactForm} props={{ text: contact.form, ok: chrome.dialogOk }} />
          <NeedsScript text={chrome.needsScript} />
        </div>
        <section aria-labelledby="details" className="details">
          <h2 id="details">{details.heading}</h2>
          <dl>
            <dt>{details.office}</dt>
            <dd>
              <address>
                {contactDetails.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            </dd>
            <dt>{details.phone}</dt>
            <dd>
              <a href={contactDetails.phone.href}>{contactDetails.phone.text}</a>
            </dd>
            <dt>{details.email}</dt>
            <dd>
              <a href={contactDetails.email.href}>{contactDetails.email.text}</a>
            </dd>
            <dt>{details.hours}</dt>
            <dd>
              <ul className="hours">
                {details.week.map(({ days, hours }) => (
                  <li key={days}>
                    <span>{days}</span> <span>{hours}</span>
                  </li>
                ))}
              </ul>
            </dd>
            <dt>{details.social}</dt>
            <dd>
              <ul className="inline-links">
                {contactDetails.social.map(({ name, href }) => (
                  <li key={name}>
                    <a href={href} rel="noopener noreferrer" target="_blank">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </dd>
          </dl>
        </section>
      </div>
      <section className="band" aria-labelledby="contact-faq">
        <div className="section wrap">
          <h2 id="contact-faq">{contact.faq.heading}</h2>
          <dl className="grid two faq-list">
            {contact.faq.items.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    </>
  );
}

export function NeedsScript({ text }: { text: string }) {
  return (
    <p className="notice without-script">
      <span>
        {text} <a href={contactDetails.email.href}>{contactDetails.email.text}</a>
      </span>
    </p>
  );
}
