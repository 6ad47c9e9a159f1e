import { renderMail } from '../../apps/server/src/mail/renderMail.ts'

const app = 'Brass'
const hostOrigin = 'https://app.brass.example'
const device = 'Chromium on Linux'
const minutes = 10
/** The data of each mail. */
const mails = {
  loginCode: { code: '418052', app, hostOrigin, device, minutes },
  deviceLink: { url: 'https://wallet.brass.example/w/device#token', app, hostOrigin, device, minutes },
  stepUpCode: { code: '418052', app, device, minutes },
  emailChangeOldCode: { code: '418052', app, newEmail: 'mira.a-very-long-name@mail.example.org', minutes },
  emailChangeNewCode: { code: '418052', app, minutes },
  emailChanged: { app, newEmail: 'mira@example.org', undoUrl: 'https://wallet.brass.example/w/undo#token', hours: 72 },
  passwordTried: { app, device, hostOrigin, count: 3, limit: 10 },
  walletRecovered: { app, device, hostOrigin },
  walletExported: { app, device, kind: 'mnemonic' },
  recoveryAdded: { app, kind: 'passkey' },
  recoveryRemoved: { app, kind: 'backupCode' },
  newDevice: { app, device, hostOrigin, url: 'https://wallet.brass.example/w/login#token', days: 7 },
  deviceRevoked: { app, device },
  newWalletCode: {
    code: '418052',
    app,
    hostOrigin: 'https://app.brass.example',
    device,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    minutes: 10,
  },
  loginMoved: {
    app,
    device,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    undoUrl: 'https://wallet.brass.example/w/return#token',
    days: 30,
  },
  loginReturned: { app, undoUrl: 'https://wallet.brass.example/w/return#token', days: 30 },
  walletRotated: { app, device, undoUrl: 'https://wallet.brass.example/w/rotation#token', days: 7 },
  walletRestored: { app },
  identityAdded: { app, device, kind: 'github' },
  identityRemoved: { app, device, kind: 'email' },
  long: {
    template: 'loginCode',
    code: '418052',
    app: 'A site with a name that is a good deal longer than a name has to be',
    hostOrigin: 'https://preview-42-a-rather-long-branch-name.deployments.brass.example:8443',
    device: 'Chromium on Linux',
    minutes,
  },
}

/** The mails for contact sheets, as a mail program shows them. */
export async function openGallery({ language }) {
  const shots = Object.entries(mails).map(([id, { template = id, ...contents }]) => ({
    id,
    show: async (page) => {
      const { html } = renderMail({ template, language, contents, askedAt: '2026-11-20T14:05:00.000Z' })
      await page.setContent(html)
      return page.screenshot({ fullPage: true })
    },
  }))
  return { shots, close: async () => {} }
}
