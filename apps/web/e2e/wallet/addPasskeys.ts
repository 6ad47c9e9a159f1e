import type { Page } from '@playwright/test'

/**
 * Adds an authenticator to a page that creates passkeys with PRF, like the one of a platform. Its passkeys stay with the page, whatever
 * site it shows, so a second site in the same page acts as a second device with synced passkeys.
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
    /** Returns the number of passkeys. */
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}
