import { reservePort } from './reservePort.mjs'

/**
 * The ports of all parts: those that are wanted, or the next free ones. This process listens on them until `release` leaves some to the part
 * that is about to start. Two starts at once choose different ones.
 *
 * @returns {Promise<{
 *   ports: Record<string, number>,
 *   wanted: Record<string, { name: string, port: number }>,
 *   release: (parts: readonly string[]) => Promise<void>,
 * }>}
 */
export async function choosePorts() {
  const wanted = wantedPorts()
  const ports = {}
  const held = new Map()
  const taken = new Set()
  for (const [part, { port: first }] of Object.entries(wanted)) {
    const reserved = await reservePort(first, taken)
    ports[part] = reserved.port
    held.set(part, reserved.release)
  }
  const release = async (parts) => {
    for (const part of parts) {
      await held.get(part)?.()
      held.delete(part)
    }
  }
  return { ports, wanted, release }
}

function wantedPorts() {
  const fromShell = (name, port) => Number(process.env[name] ?? port)
  return {
    site: { name: 'the site', port: fromShell('SITE_PORT', 7100) },
    api: { name: 'the server', port: fromShell('API_PORT', 7101) },
    wallet: { name: 'the wallet', port: fromShell('WALLET_PORT', 7102) },
    mailbox: { name: 'the mailbox', port: fromShell('MAILBOX_PORT', 7103) },
    phone: { name: 'the demo phone', port: fromShell('PHONE_PORT', 7104) },
    subscription: { name: 'the example app', port: fromShell('SUBSCRIPTION_PORT', 7106) },
    cards: { name: 'the card processor', port: fromShell('CARDS_PORT', 7107) },
    identity: { name: 'the identity provider', port: fromShell('IDENTITY_PORT', 7105) },
    smtp: { name: 'mail', port: fromShell('SMTP_PORT', 7125) },
    metrics: { name: 'the metrics page', port: fromShell('METRICS_PORT', 7109) },
    31337: { name: 'Local One', port: 7145 },
    31338: { name: 'Local Two', port: 7146 },
    solana: { name: 'Local Solana', port: 7147 },
    bitcoin: { name: 'Local Bitcoin', port: 7148 },
  }
}
