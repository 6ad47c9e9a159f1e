import { readSubject, type Subject, type SubjectStores } from './readSubject.ts'

/** Calls back with the subject now and after every change of account or network. Returns a function that stops. */
export function followSubject({
  connection,
  networks,
  onChange,
}: SubjectStores & { onChange: (subject: Subject | undefined) => void }): () => void {
  let current = readSubject({ connection, networks })
  const follow = () => {
    const next = readSubject({ connection, networks })
    if (next?.accountId === current?.accountId) return
    current = next
    onChange(next)
  }
  const stops = [connection.subscribe(follow), networks.subscribe(follow)]
  onChange(current)
  return () => {
    for (const stop of stops) stop()
  }
}
