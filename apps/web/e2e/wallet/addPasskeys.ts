import type { Page } from '@playwright/test'

/**
 * Gives a page an authenticator that makes passkeys with PRF, as the platform's own does. Its passkeys stay with the page, whatever
 * site it shows: so a second site in the same page stands for a second device with synced passkeys.
 */
export async function addPasskeys(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: true,
    },
  })
  return {
    /** How many passkeys there are. */
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
