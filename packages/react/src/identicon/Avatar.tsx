import { useState } from 'react'
import { Identicon } from './Identicon.tsx'

/** What {@link Avatar} shows. */
export type AvatarProps = {
  address: string
  /** What the owner chose, from the app's own server; see `useIdentity`. */
  image?: string | undefined
  className?: string | undefined
}

/** The picture of an account, or what is drawn from its address: also where the picture does not come. Decorative. */
export function Avatar({ address, image, className = 'identicon' }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  return image === undefined || image === failed ? (
    <Identicon address={address} className={className} />
  ) : (
    <img className={className} src={image} alt="" draggable={false} onError={() => setFailed(image)} />
  )
}
