import { PassThrough } from 'node:stream'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { HostApp } from './HostApp.tsx'

/** Renders the app in both of React's ways: at once, and as a stream. */
const stream = new PassThrough()
const chunks: Buffer[] = []
stream.on('data', (chunk: Buffer) => chunks.push(chunk))
stream.on('end', () => {
  const streamed = Buffer.concat(chunks).toString()
  process.stdout.write(JSON.stringify({ printed: renderToString(<HostApp />), streamed }))
})
const { pipe } = renderToPipeableStream(<HostApp />, { onAllReady: () => pipe(stream) })
