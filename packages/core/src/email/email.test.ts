import { frameReadyDelay, frameRequestTimeout, frameStepTimeout } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { stepLimit, stepPause } from '../connectors/embedded/callFrame.ts'
import { settle, until } from '../testing/createTestEnvironment.ts'
import { testUser } from '../testing/createTestFrame.ts'
import { createWalletKit, signedInKit, type WalletKit } from '../testing/createWalletKit.ts'

const address = 'ada@site.test'

/** Sends the email. The frame is loaded, and its half second has passed. */
async function start({ environment, frame, latchkey }: WalletKit, action = 'VERIFY_OTP') {
  frame.answers.connectEmail = () => ({ action })
  const started = latchkey.email.start({ email: address })
  started.catch(() => {})
  await until(() => frame.hellos.length > 0)
  await settle()
  await environment.advance(frameReadyDelay)
  return started
}
const statusOf = ({ latchkey }: WalletKit) => latchkey.email.getState().status
/** The frame answers that it is pending, and gets the request again. */
async function stayPending({ environment, frame }: WalletKit, type: 'connectOtp' | 'connectDevice') {
  const asked = frame.types().filter((other) => other === type).length
  await environment.advance(frameStepTimeout)
  frame.answer(type, { status: 'pending' })
  await until(() => frame.types().filter((other) => other === type).length > asked)
}

describe('login', () => {
  test('default: an address, a login code on the wallet’s card, connected (spec 4.5)', async () => {
    const kit = createWalletKit()
    const { frame, latchkey } = kit
    const statuses: string[] = []
    latchkey.email.subscribe(({ status }, before) => {
      if (status !== before.status) statuses.push(status)
    })
    await expect(start(kit)).resolves.toBe('VERIFY_OTP')
    expect(latchkey.email.getState()).toMatchObject({ status: 'code', email: address, failure: undefined })
    const entered = latchkey.email.enterCode()
    await until(() => frame.types().includes('connectOtp'))
    await stayPending(kit, 'connectOtp')
    frame.answers.isConnected = () => ({ isConnected: true, isProtected: false })
    frame.answer('connectOtp', testUser)
    await expect(entered).resolves.toMatchObject({ address: testUser.address, connector: { id: 'latchkey' } })
    expect(statuses).toStrictEqual(['sending', 'code', 'connecting', 'idle'])
    expect(latchkey.connection.getState().status).toBe('connected')
    await until(() => latchkey.email.getState().isProtected === false)
    expect(latchkey.email.getState().user).toStrictEqual(testUser)
  })

  test.each([
    { told: { isProtected: false }, toast: { kind: 'warning', text: 'unprotected' } },
    { told: { isProtected: false, isKept: false }, toast: { kind: 'warning', text: 'unkept' } },
    { told: { isProtected: true }, toast: undefined },
  ])('behavior: each login reports whether the wallet is lost with this device: $told', async ({ told, toast }) => {
    const kit = createWalletKit()
    const { frame, latchkey } = kit
    await start(kit)
    const entered = latchkey.email.enterCode()
    await until(() => frame.types().includes('connectOtp'))
    frame.answers.isConnected = () => ({ isConnected: true, ...told })
    frame.answer('connectOtp', testUser)
    await entered
    await until(() => latchkey.email.getState().isProtected === told.isProtected)
    await settle()
    if (toast) expect(latchkey.modal.getState().toast).toMatchObject(toast)
    else expect(latchkey.modal.getState().toast).toBeUndefined()
  })

  test('behavior: the first request of a login comes half a second after ready, not earlier (spec 9.6)', async () => {
    const { environment, frame, latchkey } = createWalletKit()
    frame.answers.connectEmail = () => ({ action: 'VERIFY_OTP' })
    const started = latchkey.email.start({ email: address })
    await until(() => frame.hellos.length > 0)
    await settle()
    await environment.advance(frameReadyDelay - 1)
    expect(frame.types()).toStrictEqual([])
    await environment.advance(1)
    await started
    expect(frame.types()).toStrictEqual(['connectEmail'])
  })

  test('behavior: with a prepared frame, the half second has already passed', async () => {
    const { environment, frame, latchkey } = createWalletKit()
    frame.answers.connectEmail = () => ({ action: 'VERIFY_OTP' })
    latchkey.email.prepare()
    await until(() => frame.hellos.length > 0)
    await settle()
    await environment.advance(frameReadyDelay)
    await latchkey.email.start({ email: ` ${address} ` })
    expect(frame.requests.at(-1)?.payload).toStrictEqual({ email: address })
    expect(frame.element.urls).toHaveLength(1)
  })

  test('behavior: a new device: the link, then the code; or only the link (spec 4.5)', async () => {
    const kit = createWalletKit()
    await expect(start(kit, 'VERIFY_DEVICE')).resolves.toBe('VERIFY_DEVICE')
    expect(statusOf(kit)).toBe('device')
    const waited = kit.latchkey.email.waitForDevice()
    await until(() => kit.frame.types().includes('connectDevice'))
    await stayPending(kit, 'connectDevice')
    kit.frame.answer('connectDevice', {})
    await waited
    expect(statusOf(kit)).toBe('code')

    const other = createWalletKit()
    await start(other, 'VERIFY_DEVICE')
    other.frame.answers.connectDevice = () => ({ connected: true })
    other.frame.answers.isConnected = () => ({ isConnected: true })
    await other.latchkey.email.waitForDevice()
    expect([statusOf(other), other.latchkey.connection.getState().status]).toStrictEqual(['idle', 'connected'])
  })

  test('behavior: a visitor who is already logged in connects immediately', async () => {
    const kit = createWalletKit()
    kit.frame.answers.isConnected = () => ({ isConnected: true })
    await expect(start(kit, 'CONNECT')).resolves.toBe('CONNECT')
    expect(kit.latchkey.connection.getState().status).toBe('connected')
  })

  test('behavior: a card for recovery is polled like the code', async () => {
    const kit = createWalletKit()
    await start(kit)
    const entered = kit.latchkey.email.enterCode()
    await until(() => kit.frame.types().includes('connectOtp'))
    kit.frame.answer('connectOtp', { status: 'recover', methods: ['passkey'] })
    await settle()
    // After an immediate answer, the next request waits, so that a frame cannot cause a busy loop.
    expect(kit.frame.types().filter((type) => type === 'connectOtp')).toHaveLength(1)
    await kit.environment.advance(stepPause)
    kit.frame.answers.isConnected = () => ({ isConnected: true })
    kit.frame.answer('connectOtp', testUser)
    await entered
  })

  test('behavior: two views that wait for one step share it', async () => {
    const kit = createWalletKit()
    await start(kit)
    const both = [kit.latchkey.email.enterCode(), kit.latchkey.email.enterCode()]
    await until(() => kit.frame.types().includes('connectOtp'))
    kit.frame.answers.isConnected = () => ({ isConnected: true })
    kit.frame.answer('connectOtp', testUser)
    await Promise.all(both)
    expect(kit.frame.types().filter((type) => type === 'connectOtp')).toHaveLength(1)
  })
})

describe('refusals', () => {
  test.each([
    '',
    'ada',
    'ada@',
    '@site.test',
    'a b@site.test',
    'ada@site',
    'ada..b@site.test',
    `${'a'.repeat(250)}@b.test`,
  ])('error: %j is not an address; nothing is loaded for it (spec 5.15 and 5.21)', async (email) => {
    const { frame, latchkey } = createWalletKit()
    await expect(latchkey.email.start({ email })).rejects.toMatchObject({
      code: 'email_missing',
      message: 'Invalid email',
      field: 'email',
    })
    expect(frame.element.urls).toStrictEqual([])
    expect(latchkey.email.getState().status).toBe('idle')
  })

  test('error: a second email within 30 s (spec 5.20, 8.34 and 9.1)', async () => {
    const kit = createWalletKit()
    const { environment, frame, latchkey } = kit
    await start(kit)
    await environment.advance(12_500)
    await expect(latchkey.email.start({ email: 'ADA@site.test' })).rejects.toMatchObject({
      code: 'email_cooldown',
      message: 'Please try again after 18 seconds',
      retryAfter: 18,
    })
    // The current login continues, and another address can be used.
    expect(latchkey.email.getState()).toMatchObject({ status: 'code', email: address })
    await latchkey.email.start({ email: 'grace@site.test' })
    await environment.advance(17_500)
    await latchkey.email.start({ email: address })
    expect(frame.types().filter((type) => type === 'connectEmail')).toHaveLength(3)
  })

  test('error: an email that was not sent blocks nothing', async () => {
    const kit = createWalletKit()
    const started = start(kit)
    kit.frame.answers.connectEmail = () => {
      throw new Error('no')
    }
    await expect(started).rejects.toMatchObject({ code: 'frame_error' })
    expect(kit.latchkey.email.getState()).toMatchObject({ status: 'failed', failure: { code: 'frame_error' } })
    kit.frame.answers.connectEmail = () => ({ action: 'VERIFY_OTP' })
    await expect(kit.latchkey.email.start({ email: address })).resolves.toBe('VERIFY_OTP')
  })

  test('error: a frame that does not answer: a timeout, an abort, an alert (spec 8.39, 8.40 and 9.5)', async () => {
    const kit = createWalletKit()
    await start(kit)
    const failed = expect(kit.latchkey.email.enterCode()).rejects.toMatchObject({ code: 'frame_timeout' })
    await until(() => kit.frame.types().includes('connectOtp'))
    await kit.environment.advance(frameRequestTimeout)
    await failed
    expect(kit.latchkey.email.getState()).toMatchObject({ status: 'failed', failure: { code: 'frame_timeout' } })
    await until(() => kit.latchkey.modal.getState().alert !== undefined)
    expect(kit.latchkey.modal.getState().alert).toMatchObject({
      code: 'embedded_login_timeout',
      message: 'Social Login Timeout',
    })
    await until(() => kit.frame.types().includes('rpcAbort'))
  })

  test('error: every step has a time limit', async () => {
    const kit = createWalletKit()
    await start(kit)
    const failed = expect(kit.latchkey.email.enterCode()).rejects.toMatchObject({ code: 'frame_timeout' })
    await until(() => kit.frame.types().includes('connectOtp'))
    kit.frame.answers.connectOtp = () => undefined
    for (let waited = 0; waited < stepLimit; waited += frameStepTimeout) {
      await kit.environment.advance(frameStepTimeout)
      kit.frame.answer('connectOtp', { status: 'pending' })
      await settle()
    }
    await failed
    expect(statusOf(kit)).toBe('failed')
  })

  test.each([
    ['connectEmail', { action: 'ELSEWHERE' }],
    ['connectEmail', null],
    ['connectOtp', { ...testUser, address: 'nobody' }],
    ['connectOtp', 'connected'],
  ] as const)('error: %s answered with %j', async (type, answer) => {
    const kit = createWalletKit()
    const { environment, frame, latchkey } = kit
    frame.answers.connectEmail = () => ({ action: 'VERIFY_OTP' })
    frame.answers[type] = () => answer
    const login = latchkey.email.start({ email: address }).then(() => latchkey.email.enterCode())
    const failed = expect(login).rejects.toMatchObject({ code: 'frame_error' })
    await until(() => frame.hellos.length > 0)
    await settle()
    await environment.advance(frameReadyDelay)
    await failed
    expect(latchkey.connection.getState().status).toBe('disconnected')
  })
})

describe('canceling', () => {
  test('behavior: cancel ends the step in the frame and leads back to idle', async () => {
    const kit = createWalletKit()
    await start(kit)
    const ended = expect(kit.latchkey.email.enterCode()).rejects.toMatchObject({
      code: 'request_aborted',
      message: 'Something went wrong',
    })
    await until(() => kit.frame.types().includes('connectOtp'))
    kit.latchkey.email.cancel()
    await ended
    expect(kit.latchkey.email.getState()).toMatchObject({ status: 'idle', email: address, failure: undefined })
    await until(() => kit.frame.types().includes('rpcAbort'))
  })

  test('behavior: Escape on the wallet’s card does the same, if the card may be closed', async () => {
    const kit = createWalletKit()
    await start(kit)
    const entered = kit.latchkey.email.enterCode()
    entered.catch(() => {})
    await until(() => kit.frame.types().includes('connectOtp'))
    kit.frame.say({ name: 'show', card: 'code', closable: false })
    await until(() => kit.frame.element.shown)
    // The card belongs to the login, so no view for an approval opens behind it.
    expect(kit.latchkey.modal.getState().open).toBe(false)
    kit.frame.pressEscape()
    await settle()
    expect(statusOf(kit)).toBe('code')
    kit.frame.say({ name: 'show', card: 'code', closable: true })
    await until(() => kit.latchkey.email.getState().prompt?.closable === true)
    kit.frame.pressEscape()
    await expect(entered).rejects.toMatchObject({ code: 'request_aborted' })
    expect([statusOf(kit), kit.frame.element.shown]).toStrictEqual(['idle', false])
  })

  test('behavior: leaving the view of a step cancels it', async () => {
    const kit = createWalletKit()
    const { frame, latchkey } = kit
    void latchkey.modal.open()
    await start(kit)
    latchkey.modal.push('EmailVerifyOtp')
    const ended = expect(latchkey.email.enterCode()).rejects.toMatchObject({ code: 'request_aborted' })
    await until(() => frame.types().includes('connectOtp'))
    latchkey.modal.goBack()
    await ended
    expect(latchkey.modal.getState().history.map(({ name }) => name)).toStrictEqual(['Connect'])
  })

  test('behavior: after the connection, the views of the login are removed from the modal', async () => {
    const kit = createWalletKit()
    const result = kit.latchkey.modal.open()
    await start(kit)
    kit.latchkey.modal.push('EmailVerifyOtp')
    kit.frame.answers.connectOtp = () => testUser
    kit.frame.answers.isConnected = () => ({ isConnected: true })
    await kit.latchkey.email.enterCode()
    await expect(result).resolves.toStrictEqual({ type: 'connected', address: testUser.address })
  })

  test('behavior: a new login replaces the old one', async () => {
    const kit = createWalletKit()
    await start(kit)
    const old = expect(kit.latchkey.email.enterCode()).rejects.toMatchObject({ code: 'request_aborted' })
    await until(() => kit.frame.types().includes('connectOtp'))
    await kit.latchkey.email.start({ email: 'grace@site.test' })
    await old
    expect(kit.latchkey.email.getState()).toMatchObject({
      status: 'code',
      email: 'grace@site.test',
      failure: undefined,
    })
  })

  test('error: a step without a login', async () => {
    const { latchkey } = createWalletKit()
    await expect(latchkey.email.enterCode()).rejects.toMatchObject({ code: 'attempt_unknown' })
    await expect(latchkey.email.updateEmailPrimaryOtp()).rejects.toMatchObject({ code: 'attempt_unknown' })
  })
})

describe('managing the wallet', () => {
  test('behavior: a change of the address: a code to the old one, then to the new one (spec 4.6)', async () => {
    const { frame, latchkey } = await signedInKit()
    frame.answers.updateEmail = () => ({ action: 'VERIFY_PRIMARY_OTP' })
    frame.answers.updateEmailPrimaryOtp = () => ({ action: 'VERIFY_SECONDARY_OTP' })
    frame.answers.updateEmailSecondaryOtp = () => ({ newEmail: 'ada@new.test' })
    const states = () => latchkey.email.getState().update
    await expect(latchkey.email.updateEmail({ email: 'ada@new.test' })).resolves.toBe('VERIFY_PRIMARY_OTP')
    expect(states()).toStrictEqual({ status: 'primary', email: 'ada@new.test', failure: undefined })
    await latchkey.email.updateEmailPrimaryOtp()
    expect(states().status).toBe('secondary')
    await expect(latchkey.email.updateEmailSecondaryOtp()).resolves.toStrictEqual({ newEmail: 'ada@new.test' })
    expect(states().status).toBe('done')
    expect(latchkey.email.getState().user?.email).toBe('ada@new.test')
  })

  test('error: a code that the wallet refuses, and an invalid address', async () => {
    const { frame, latchkey } = await signedInKit()
    await expect(latchkey.email.updateEmail({ email: 'new' })).rejects.toMatchObject({ code: 'email_missing' })
    frame.answers.updateEmail = () => ({ action: 'VERIFY_SECONDARY_OTP' })
    await latchkey.email.updateEmail({ email: 'ada@new.test' })
    const failed = expect(latchkey.email.updateEmailSecondaryOtp()).rejects.toMatchObject({ code: 'email_taken' })
    await until(() => frame.types().includes('updateEmailSecondaryOtp'))
    frame.refuse('updateEmailSecondaryOtp', { code: 'email_taken', message: 'Taken' })
    await failed
    expect(latchkey.email.getState().update).toMatchObject({ status: 'failed', failure: { code: 'email_taken' } })
  })

  test('behavior: the frame handles security and protection, and its answer updates the state', async () => {
    const { frame, latchkey } = await signedInKit()
    expect(latchkey.email.getState().isProtected).toBe(false)
    frame.answers.ensureProtected = () => ({ isProtected: true })
    await expect(latchkey.email.ensureProtected()).resolves.toBe(true)
    expect(latchkey.email.getState().isProtected).toBe(true)
    frame.answers.openSecurity = () => ({})
    frame.answers.isConnected = () => ({ isConnected: true, isProtected: false })
    await latchkey.email.openSecurity()
    expect(latchkey.email.getState().isProtected).toBe(false)
  })
})
