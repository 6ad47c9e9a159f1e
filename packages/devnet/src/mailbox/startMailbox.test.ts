import { createConnection } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Mailbox } from './Mailbox.ts'
import { startMailbox } from './startMailbox.ts'

let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox()
})
afterAll(() => mailbox.stop())

/** Speaks SMTP line by line, as any mail client does. */
async function deliver({ to, subject, body }: { to: string; subject: string; body: string }) {
  const { hostname, port } = new URL(mailbox.smtpUrl)
  const lines = [
    'EHLO test',
    'MAIL FROM:<app@example.com>',
    `RCPT TO:<${to}>`,
    'DATA',
    `From: app@example.com\r\nTo: ${to}\r\nSubject: ${subject}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${body}\r\n.`,
    'QUIT',
  ]
  await new Promise<void>((resolve, reject) => {
    const socket = createConnection({ host: hostname, port: Number(port) })
    socket.on('error', reject)
    socket.on('close', () => resolve())
    socket.on('data', (data) => {
      // Only the last line of an answer has a space after its code.
      if (!/^\d{3} /m.test(data.toString())) return
      const line = lines.shift()
      if (line) socket.write(`${line}\r\n`)
    })
  })
}

test('default', async () => {
  const waiting = mailbox.waitFor({ to: 'Ada@example.com' })
  await deliver({ to: 'ada@example.com', subject: 'Your code', body: '<p>123456</p>' })
  const mail = await waiting
  expect(mail).toMatchObject({ to: ['ada@example.com'], subject: 'Your code', from: 'app@example.com' })
  expect(mail.html).toContain('123456')
  const answer = await fetch(`${mailbox.url}/api/messages?to=ada@example.com`)
  expect(((await answer.json()) as { messages: unknown[] }).messages).toHaveLength(1)
})

test('behavior: the next mail is waited for over HTTP, an older one is not given again', async () => {
  await deliver({ to: 'bob@example.com', subject: 'First', body: '1' })
  const first = await mailbox.waitFor({ to: 'bob@example.com' })
  const next = fetch(`${mailbox.url}/api/messages/next?to=bob@example.com&after=${first.id}`)
  await deliver({ to: 'bob@example.com', subject: 'Second', body: '2' })
  expect(await (await next).json()).toMatchObject({ subject: 'Second' })
})

test('behavior: a mail runs no script, and the page embeds nothing foreign', async () => {
  await deliver({ to: 'eve@example.com', subject: 'Evil', body: '<script>alert(1)</script>' })
  const { id } = await mailbox.waitFor({ to: 'eve@example.com' })
  const html = await fetch(`${mailbox.url}/api/messages/${id}/html`)
  const policy = html.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('sandbox')
  expect(policy).not.toContain('allow-scripts')
  expect((await fetch(mailbox.url)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('error: without an email in time, the error names the receiver', async () => {
  await expect(mailbox.waitFor({ to: 'nobody@example.com', timeout: 20 })).rejects.toThrow(
    'No mail to nobody@example.com',
  )
  expect((await fetch(`${mailbox.url}/api/messages/9999`)).status).toBe(404)
})
