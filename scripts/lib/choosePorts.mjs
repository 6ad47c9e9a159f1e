import { reservePort } from './reservePort.mjs'

/** The ports of all parts: those that are wanted, or the next free ones, with what had to move. Two starts at once choose different ones. */
export async function choosePorts() {
  const wanted = {
    site: ['the site', Number(process.env.SITE_PORT ?? 7100)],
    api: ['the server', Number(process.env.API_PORT ?? 7101)],
    wallet: ['the wallet', Number(process.env.WALLET_PORT ?? 7102)],
    mailbox: ['the mailbox', Number(process.env.MAILBOX_PORT ?? 7103)],
    phone: ['the demo phone', Number(process.env.PHONE_PORT ?? 7104)],
    subscription: ['the example app', Number(process.env.SUBSCRIPTION_PORT ?? 7106)],
    cards: ['the card processor', Number(process.env.CARDS_PORT ?? 7107)],
    identity: ['the identity provider', Number(process.env.IDENTITY_PORT ?? 7105)],
    smtp: ['mail', Number(process.env.SMTP_PORT ?? 7125)],
    metrics: ['the metrics page', Number(process.env.METRICS_PORT ?? 7109)],
    31337: ['Local One', 7145],
    31338: ['Local Two', 7146],
    solana: ['Local Solana', 7147],
    bitcoin: ['Local Bitcoin', 7148],
  }
  const ports = {}
  const moved = []
  const taken = new Set()
  for (const [part, [name, first]] of Object.entries(wanted)) {
    const port = await reservePort(first, taken)
    ports[part] = port
    if (first !== 0 && port !== first) moved.push({ name, wanted: first, port })
  }
  return { ports, moved }
}
