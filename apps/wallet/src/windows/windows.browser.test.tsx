import { ServiceError } from '@latchkey/protocol/errors'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createGalleryMeter } from '../../gallery/createGalleryMeter.ts'
import { pseudoMessages } from '../../gallery/pseudoMessages.ts'
import { strayTexts } from '../../gallery/strayTexts.ts'
import { en } from '../messages/en.ts'
import {
  beginWindow,
  button,
  endWindow,
  field,
  hold,
  playSteps,
  sceneOf,
  showWindow,
  tab,
} from '../testing/windowScene.ts'

beforeEach(beginWindow)
afterEach(endWindow)

/** `windows.full.browser.test.tsx` has all. */
test.each(['window-security', 'window-recover-password-wrong'])(
  'behavior: every text of %s is in the catalog',
  async (id) => {
    expect(strayTexts(await showWindow(sceneOf(id), { messages: pseudoMessages }))).toEqual([])
  },
)

test('behavior: a window without a frame shows only a sentence', async () => {
  const root = await showWindow(sceneOf('window-alone'))
  expect(root.querySelectorAll('input,button')).toHaveLength(0)
  expect(root.textContent).toContain('Open this from your wallet')
})

test('behavior: threat 15: an approval in a window counts after 500 ms in front, with the focus', async () => {
  const decide = vi.fn(async () => {})
  await showWindow(sceneOf('window-approve', { calls: { decide } }))
  await button('Approve anyway').click({ force: true })
  expect(decide).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(button('Approve anyway').element().hasAttribute('data-arming')).toBe(false), {
    timeout: 3000,
  })
  // Another window comes to the front.
  const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  window.dispatchEvent(new Event('blur'))
  await button('Approve anyway').click({ force: true })
  expect(decide).not.toHaveBeenCalled()
  focus.mockRestore()
  window.dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(button('Approve anyway').element().hasAttribute('data-arming')).toBe(false), {
    timeout: 3000,
  })
  await button('Approve anyway').click()
  await vi.waitFor(() => expect(decide).toHaveBeenCalledWith(expect.objectContaining({ approved: true })))
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Approved'))
})

test('behavior: a rejection counts at once', async () => {
  const decide = vi.fn(async () => {})
  await showWindow(sceneOf('window-approve', { calls: { decide } }))
  await button('Decline').click()
  expect(decide).toHaveBeenCalledWith(expect.objectContaining({ approved: false }))
})

test('behavior: a backup code is grouped during input, and goes to the frame as shown', async () => {
  const recoverWithBackupCode = vi.fn(async () => ({ address: '0x' }))
  await showWindow(sceneOf('window-recover', { calls: { recoverWithBackupCode } }))
  await field('Backup code').click()
  await userEvent.keyboard('7k3mq9tz4xvb')
  expect((field('Backup code').element() as HTMLInputElement).value).toBe('7K3M-Q9TZ-4XVB')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(recoverWithBackupCode).toHaveBeenCalledWith({ code: '7K3M-Q9TZ-4XVB' }))
  await vi.waitFor(() => expect(document.querySelector('h1')?.textContent).toBe('Your wallet is open'))
})

test('behavior: a backup code counts after it was entered again', async () => {
  const confirmBackupCode = vi.fn(async () => {})
  await showWindow(sceneOf('window-protect', { calls: { confirmBackupCode } }))
  await button('Show my code').click()
  await vi.waitFor(() =>
    expect(document.querySelector('.secret')?.textContent).toBe('7K3M-Q9TZ-4XVB-1C8W-RJ2H-6FDN-Y5PA'),
  )
  await button('I have written it down').click()
  await field('Enter it once more').fill('7K3M-Q9TZ-4XVB-1C8W-RJ2H-6FDN-Y5PB')
  await button('Save backup code').click()
  await vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toMatch(/not the code/))
  expect(confirmBackupCode).not.toHaveBeenCalled()
  await field('Enter it once more').fill('7k3m q9tz 4xvb lc8w rj2h 6fdn y5pa')
  await button('Save backup code').click()
  await vi.waitFor(() => expect(confirmBackupCode).toHaveBeenCalledTimes(1))
})

test.each([
  ['Aa1!aaaaaaa', false],
  ['password123456', false],
  ['qwertyuiop123', false],
  ['copper lantern over the quiet harbor', true],
])('behavior: threat 36: the password %s can be set: %s (weak-password-refused)', async (password, isGood) => {
  const addPassword = vi.fn(async () => {})
  await showWindow(sceneOf('window-security', { calls: { addPassword } }))
  await button('Set a password').click()
  await field('New password').fill(password)
  await button('Set password').click({ force: true })
  await userEvent.keyboard('{Enter}')
  if (isGood) await vi.waitFor(() => expect(addPassword).toHaveBeenCalledTimes(1))
  else {
    expect(button('Set password').element().getAttribute('aria-disabled')).toBe('true')
    expect(addPassword).not.toHaveBeenCalled()
  }
})

test('behavior: a password that is typed before the lists of common passwords arrive can be set when they do', async () => {
  const addPassword = vi.fn(async () => {})
  let arrive = () => {}
  const lists = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const loadMeter = () => lists.then(createGalleryMeter)
  await showWindow(sceneOf('window-security', { calls: { addPassword } }), { loadMeter })
  await button('Set a password').click()
  await field('New password').fill('copper lantern over the quiet harbor')
  expect(button('Set password').element().getAttribute('aria-disabled')).toBe('true')
  arrive()
  await vi.waitFor(() => expect(button('Set password').element().hasAttribute('aria-disabled')).toBe(false))
  await button('Set password').click()
  await vi.waitFor(() => expect(addPassword).toHaveBeenCalledTimes(1))
})

test('behavior: a password is rated once for each change', async () => {
  const meter = vi.fn(await createGalleryMeter())
  await showWindow(sceneOf('window-security'), { loadMeter: async () => meter })
  await button('Set a password').click()
  await field('New password').fill('copper lantern')
  await vi.waitFor(() => expect(document.querySelector('.meter')?.getAttribute('data-score')).not.toBe('0'))
  await field('New password').fill('copper lantern over the quiet harbor')
  await vi.waitFor(() => expect(button('Set password').element().hasAttribute('aria-disabled')).toBe(false))
  expect(meter.mock.calls).toEqual([['copper lantern'], ['copper lantern over the quiet harbor']])
})

test.each([
  ['window-recover-password-wrong', /not right.*7/],
  ['window-recover-password-spent', /You have used all tries for 24 hours.*opens the wallet now/],
  ['window-recover-password-outdated', /cannot open the wallet on a new device.*set the password again/],
  ['window-recover-password-away', /[Nn]etwork/],
])(
  'behavior: finding F4: threat 164: %s shows the failure and the next step, and keeps the input',
  async (id, text) => {
    const scene = sceneOf(id)
    const root = await showWindow(scene)
    await playSteps(scene)
    await vi.waitFor(() => expect(root.querySelector('[role=alert]')?.textContent).toMatch(text))
    expect((field('Password').element() as HTMLInputElement).value).toBe('copper lantern over the quiet harbor')
    // Another password is a new attempt.
    await field('Password').fill('copper lantern over the quiet harbour')
    await vi.waitFor(() => expect(root.querySelector('[role=alert]')).toBeNull())
  },
)

test('behavior: finding F4: threat 163: a password of an earlier version is marked, and links to where it is set again', async () => {
  const root = await showWindow(sceneOf('window-security-password-outdated'))
  await vi.waitFor(() => expect(root.textContent).toContain(en['security.password.outdated']))
  await button('Set the password again').click()
  await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).toBe('Password'))
  expect(root.textContent).toContain(en['password.replaces'])
})

test('behavior: if the server requires it, a step-up comes first and the action runs again', async () => {
  const { ServiceError } = await import('@latchkey/protocol/errors')
  let fresh = false
  const removeFactor = vi.fn(async () => {
    if (!fresh) throw new ServiceError('step_up_required')
  })
  const stepUp = vi.fn(async () => {
    fresh = true
    return { freshUntil: '2026-11-20T14:10:00Z' }
  })
  await showWindow(sceneOf('window-security', { calls: { removeFactor, stepUp } }))
  await button('Remove').first().click()
  expect(removeFactor).not.toHaveBeenCalled()
  await button('Remove').first().click()
  await button('Use your passkey').click()
  await vi.waitFor(() => expect(removeFactor).toHaveBeenCalledTimes(2))
  expect(stepUp).toHaveBeenCalledWith({ by: 'passkey' })
})

test('behavior: threat 64: the secret shows only after a held button, and hides again', async () => {
  const exportMnemonic = vi.fn(async () => ({ mnemonic: 'one two three' }))
  await showWindow(sceneOf('window-export', { calls: { exportMnemonic } }))
  const reveal = button('Press and hold to show')
  await reveal.click({ force: true })
  await page.getByRole('checkbox').click()
  await reveal.click()
  const element = reveal.element()
  element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  expect(element.hasAttribute('data-holding')).toBe(false)
  expect(exportMnemonic).not.toHaveBeenCalled()
  await hold('Press and hold to show')
  expect(exportMnemonic).toHaveBeenCalledTimes(1)
  expect([...document.querySelectorAll('.word')].map(({ lastChild }) => lastChild?.textContent)).toEqual([
    'one',
    'two',
    'three',
  ])
  await button('Hide').click()
  expect(document.querySelector('.words')).toBeNull()
})

test('behavior: threat 73: without the server, exporting the secret offers to unlock the wallet without it', async () => {
  let isOpen = false
  const exportMnemonic = vi.fn(async () => {
    if (!isOpen) throw new ServiceError('network_request_failed')
    return { mnemonic: 'one two three' }
  })
  const openOffline = vi.fn(async () => {
    isOpen = true
    return { address: '0x1' }
  })
  const security = async () => {
    throw new ServiceError('network_request_failed')
  }
  // From the security page, which failed to load: the export page needs no loading.
  const root = await showWindow(sceneOf('window-security', { calls: { exportMnemonic, openOffline, security } }))
  await page.getByRole('link', { name: 'Show the secret, or import one' }).click()
  await page.getByRole('checkbox').click()
  const reveal = button('Press and hold to show').element() as HTMLElement
  reveal.focus()
  await userEvent.keyboard('{ >}')
  await vi.waitFor(() => expect(root.textContent).toContain('The server cannot be reached'), { timeout: 4000 })
  await userEvent.keyboard('{/ }')
  await tab('Backup code').click()
  await field('Backup code').fill('AAAA')
  await button('Open without the server').click()
  await vi.waitFor(() => expect(document.querySelectorAll('.word')).toHaveLength(3))
  expect(openOffline).toHaveBeenCalledWith({ by: 'backupCode', code: 'AAAA' })
})

test('behavior: threat 43: opening a device link changes nothing; number and click do', async () => {
  const inspectDeviceLink = vi.fn(async () => ({
    app: 'Brass',
    hostOrigin: 'https://app.brass.example',
    device: 'Phone',
    askedAt: '2026-11-20T14:04:10Z',
  }))
  const approveDevice = vi.fn(async () => ({ next: 'code' as const }))
  await showWindow(sceneOf('window-device', { mail: { inspectDeviceLink, approveDevice } }))
  await vi.waitFor(() => expect(button('Let it in').elements()).toHaveLength(1))
  expect(inspectDeviceLink).toHaveBeenCalledTimes(1)
  expect(approveDevice).not.toHaveBeenCalled()
  await button('Let it in').click({ force: true })
  await field('Two-digit number').fill('4')
  await button('Let it in').click({ force: true })
  expect(approveDevice).not.toHaveBeenCalled()
  await field('Two-digit number').fill('42')
  await button('Let it in').click()
  expect(approveDevice).toHaveBeenCalledWith({ token: 'A'.repeat(43), number: '42' })
})

test('behavior: finding F2: threat 154: opening the link of a notice ends nothing, its button does, once', async () => {
  const endLogin = vi.fn(async () => ({ isEnrolled: false }))
  const root = await showWindow(sceneOf('window-login', { mail: { endLogin } }))
  await vi.waitFor(() => expect(button('End this login').elements()).toHaveLength(1))
  for (const part of ['https://app.brass.example', 'Brass', 'Firefox on Windows'])
    expect(root.textContent).toContain(part)
  expect(endLogin).not.toHaveBeenCalled()
  await button('End this login').click()
  await vi.waitFor(() => expect(root.textContent).toContain('The device is signed out.'))
  expect(endLogin).toHaveBeenCalledTimes(1)
})

test('behavior: the link of a notice that was used or has expired shows the alternative', async () => {
  const refused = async () => {
    throw new ServiceError('link_invalid')
  }
  const root = await showWindow(sceneOf('window-login', { mail: { inspectLoginNotice: refused } }))
  await vi.waitFor(() => expect(root.textContent).toContain('look at the devices of your wallet'))
})

test('behavior: a link without its token shows that', async () => {
  const root = await showWindow(sceneOf('window-device', { token: null }))
  expect(root.textContent).toContain('This link no longer works')
})

test('behavior: tabs are one tab stop, with arrow keys between them', async () => {
  await showWindow(sceneOf('window-recover'))
  ;(tab('Backup code').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement?.textContent).toBe('Password')
  expect(document.querySelectorAll('[role=tab][tabindex="0"]')).toHaveLength(1)
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('Other device')
})
