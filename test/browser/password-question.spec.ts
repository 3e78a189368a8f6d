// A call that hands out a secret wants the password typed within the last 12 hours. The server's refusal is played here
// once, because no test waits that long; the question, the confirmation and the repeated call are real.
import { expect, originOf, PASSWORD, refusedReply, signIn, test } from './support.ts';

test.use({ expectedErrors: refusedReply });

test('replacing the secrets of an advertiser asks for the password, and goes on once it is right', async ({ page }) => {
  await signIn(page, 'admin', 'acme');
  let refusals = 1;
  await page.route('**/postback-auth/rotate', (route) => {
    const error = { code: 'password_needed', message: 'Please enter your password again.' };
    return refusals-- > 0 ? route.fulfill({ status: 403, json: { error } }) : route.continue();
  });
  await page.goto(`${originOf('acme')}/am/offers/postback`);
  await page.getByRole('button', { name: 'Replace token and key' }).click();
  await page.getByRole('button', { name: 'Replace both' }).click();

  const question = page.getByRole('dialog', { name: 'Enter your password' });
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByRole('alert')).toHaveText('Password is required');
  await question.getByLabel('Password', { exact: true }).fill('not the one');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByRole('alert')).toHaveText('The password is not right.');
  await question.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Token and signing key replaced.')).toBeVisible();
  await expect(question).toBeHidden();
});
