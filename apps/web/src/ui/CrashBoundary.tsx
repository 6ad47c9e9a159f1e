import { Component, type ReactNode } from 'react'
import { Crashed } from './Crashed.tsx'

/**
 * Keeps a fault in one part of the page in its place: the header, the wallet and the other parts stay.
 *
 * @example <CrashBoundary><HoldersPanel token={token} /></CrashBoundary>
 */
export class CrashBoundary extends Component<
  {
    children: ReactNode
    /** The part is of no use to look at: nothing stands in its place. It is still fetched again. */
    silent?: boolean
  },
  { error: unknown }
> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render() {
    const { children, silent } = this.props
    const { error } = this.state
    if (error === undefined) return children
    return <Crashed part error={error} silent={silent} reset={() => this.setState({ error: undefined })} />
  }
}
