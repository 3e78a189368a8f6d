// Settings › Payment: when documents are made and due, what is held back, and who issues them.
import { SettingsPage, type SettingsScreen } from '../../kit/settings/settings-page.tsx';
import { t } from '../../words/admin.ts';

const screen: SettingsScreen = {
  title: t('menu.payment'),
  purpose: t('payment.purpose'),
  sections: {
    payment: {
      title: t('payment.title'),
      text: t('payment.text'),
      settings: {
        cycle: {
          label: t('payment.cycle'),
          options: {
            weekly: t('payment.weekly'),
            'half-monthly': t('payment.halfMonthly'),
            monthly: t('payment.monthly'),
          },
        },
        net_days: { label: t('payment.net'), help: t('payment.netHelp') },
        invoice_net_days: { label: t('payment.invoiceNet'), help: t('payment.netHelp') },
        hold_days: { label: t('payment.hold'), help: t('payment.holdHelp') },
        cut: { label: t('payment.cut'), options: { event: t('payment.cutEvent'), approval: t('payment.cutApproval') } },
        minimum: { label: t('payment.minimum'), help: t('payment.minimumHelp') },
        two_person_sum: { label: t('payment.twoPerson'), help: t('payment.twoPersonHelp') },
        legal_name: { label: t('payment.legalName'), help: t('payment.legalNameHelp') },
        country: { label: t('common.country'), help: t('payment.countryHelp') },
        vat_id: { label: t('payment.vatId') },
        street: { label: t('payment.street') },
        house_number: { label: t('payment.houseNumber') },
        postcode: { label: t('payment.postcode') },
        town: { label: t('payment.town') },
        self_billing_text: { label: t('payment.agreement'), help: t('payment.agreementHelp') },
      },
    },
  },
};

export default function PaymentSettings() {
  return <SettingsPage screen={screen} />;
}
