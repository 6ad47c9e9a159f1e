import { PassThrough } from 'node:stream'
import { createElement, version } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { config } from '../gallery/fixtures.ts'
import { AccountButton, ConnectButton, LatchkeyProvider, NetworkButton } from '../src/exports/index.ts'

const app = () =>
  createElement(
    LatchkeyProvider,
    { config },
    createElement(NetworkButton),
    createElement(ConnectButton),
    createElement(AccountButton),
  )

/** Version of React in this build. */
export { version }

/** Renders the app at once. */
export const print = () => renderToString(app())

/** Renders the app as a stream, and returns the whole markup. */
export async function stream(): Promise<string> {
  const chunks: Buffer[] = []
  const target = new PassThrough()
  const { pipe } = renderToPipeableStream(app(), { onAllReady: () => pipe(target) })
  for await (const chunk of target) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
