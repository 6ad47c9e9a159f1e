import { expect, test } from './fixtures.ts'
import { Mail } from './Mail.ts'
import { SignIn } from './pages/SignIn.ts'

for (const viewport of [
  { width: 1280, height: 860 },
  { width: 390, height: 844 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    test('behavior: threat 12: no part of the kit covers the card that signs in, and its button works', async ({
      page,
      site,
      modal,
      embedded,
    }) => {
      const signIn = new SignIn(modal)
      const sign = embedded.button('Sign in')
      await site.open('/')
      await embedded.enterCode(new Mail())
      await signIn.expectSettled()
      await site.open('/account')
      await signIn.ask()
      // The pointer stays away until the card has had time to warn of elements above it.
      await expect(sign).toBeEnabled()
      await expect(page.locator('latchkey-modal .toast')).toHaveCount(0)
      await expect(embedded.frame.getByText('Something may cover this card')).toBeHidden()
      await sign.hover()
      await sign.click()
      await expect(signIn.who).toBeVisible()
    })
  })
}
