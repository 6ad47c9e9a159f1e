import { expect, test } from './walletTest.ts'

const path = '**/v1/auth/email/start'

/** Returns the server's answer near a limit. */
function ask(bits: number) {
  const work = { challenge: `e2e-${bits}`, bits, expiresAt: new Date(Date.now() + 120_000).toISOString() }
  const reasons = [{ field: 'request', description: 'This browser must be checked first' }]
  return { status: 429, json: { status: 'FAILED', code: 'work_required', reasons, work } }
}

test.use({ viewport: { width: 390, height: 780 } })

test('finding F6: threat 173: the frame solves the challenge in a worker, under its policy, and shows it meanwhile', async ({
  host,
  mail,
  page,
}) => {
  const sent: { work?: { challenge: string; nonce: string } }[] = []
  await page.route(path, async (route) => {
    sent.push(route.request().postDataJSON())
    if (sent.length === 1) return route.fulfill(ask(9))
    // The real server did not issue the challenge, and does not require one.
    await route.continue()
  })
  await host.open()
  const answer = host.request('connectEmail', { email: mail.address })
  const card = host.frame.getByRole('heading', { name: 'Checking your browser…' })
  await expect(card).toBeVisible()
  await expect(host.frame.getByRole('status')).toContainText('computes something first')
  await expect(host.frame.getByRole('button', { name: 'Cancel' })).toBeVisible()
  expect(await answer).toMatchObject({ ok: true, result: { action: 'VERIFY_OTP' } })
  await expect(card).toBeHidden()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.work).toMatchObject({ challenge: 'e2e-9', nonce: expect.stringMatching(/^\d+$/) })
})

test('error: threat 173: closing the card cancels the login, and the next one starts again', async ({
  host,
  mail,
  page,
}) => {
  let asked = 0
  await page.route(path, async (route) => {
    asked += 1
    if (asked === 1) return route.fulfill(ask(20))
    await route.continue()
  })
  await host.open()
  const answer = host.request('connectEmail', { email: mail.address })
  await host.frame.getByRole('button', { name: 'Cancel' }).click()
  expect(await answer).toMatchObject({ ok: false })
  expect(asked).toBe(1)
  expect(await host.request('connectEmail', { email: mail.address })).toMatchObject({ ok: true })
})
