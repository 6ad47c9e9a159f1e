import { useState } from 'react'
import { Identicon } from './Identicon.tsx'

export type AvatarProps = {
  address: string
  /** Picture that the owner chose, from the app's server; see `useIdentity`. */
  image?: string | undefined
  className?: string | undefined
}

/** The picture of an account. Without one, or if it fails to load, an identicon of the address. Decorative. */
export function Avatar({ address, image, className = 'identicon' }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  return image === undefined || image === failed ? (
    <Identicon address={address} className={className} />
  ) : (
    <img className={className} src={image} alt="" draggable={false} onError={() => setFailed(image)} />
  )
}
