import { identiconOf } from './identiconOf.ts'

export type IdenticonProps = { address: string; className?: string | undefined }

/** The generated picture of an address. Decorative: the address is always beside it as text. */
export function Identicon({ address, className = 'identicon' }: IdenticonProps) {
  const { background, shapes } = identiconOf(address)
  return (
    <svg className={className} viewBox="0 0 40 40" aria-hidden="true">
      <rect width="40" height="40" fill={background} />
      {shapes.map(({ color, path }) => (
        <path key={path} d={path} fill={color} />
      ))}
    </svg>
  )
}
