import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** An email as the server received it. */
export type TakenMail = { from: string; to: string[]; raw: string; parsed: Email }

/** A mail server for one test file. */
export type TestMailServer = {
  url: string
  mails: TakenMail[]
  /** Decides about each receiver: undefined accepts it, else the SMTP status and text. */
  refuse: (decide: (to: string) => { status: number; words: string } | undefined) => void
  stop: () => Promise<void>
}

/** Starts a mail server that keeps the received emails. */
export async function startMailServer(): Promise<TestMailServer> {
  const mails: TakenMail[] = []
  let decide: (to: string) => { status: number; words: string } | undefined = () => undefined
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = decide(address)
      done(refusal ? Object.assign(new Error(refusal.words), { responseCode: refusal.status }) : null)
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks)
        mails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: raw.toString(),
          parsed: await PostalMime.parse(raw),
        })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (next) => {
      decide = next
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
