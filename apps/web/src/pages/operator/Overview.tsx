import { isChainId, orderStates, parseChainId } from '@latchkey/protocol'
import type { OperatorOverview } from '@latchkey/protocol/api'
import { NetworkName } from '../../account/NetworkName.tsx'
import type { Failure } from '../../api/toFailure.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { AgeNote } from '../../ui/AgeNote.tsx'
import { useNow } from '../../ui/useNow.ts'
import styles from './OperatorPage.module.css'
import { StateMark } from './StateMark.tsx'

/** Number of blocks that an index can be behind in normal operation. */
const fewBlocks = 3

/** The figures of the server: its dependencies, the progress of its indexes, orders, and sign-ins. */
export function Overview({
  overview: { version, uptime, dependencies, chains, orders, signedIn },
  asOf,
  stale,
  failure,
  onRetry,
}: {
  overview: OperatorOverview
  /** Unix milliseconds. */
  asOf: number
  stale: boolean
  failure: Failure | undefined
  onRetry: () => void
}) {
  const { text, format } = useLanguage()
  const now = useNow()
  const words = text.operator
  const broken = dependencies.filter(({ status }) => status === 'failed').length
  const countOf = (state: string) => orders.find((entry) => entry.state === state)?.count ?? 0
  const isEmpty = orders.every(({ count }) => count === 0)
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>{words.title}</h1>
        <p className={styles.state}>
          <span aria-live="polite">
            <StateMark tone={broken > 0 ? 'loss' : 'gain'}>
              {broken > 0 ? words.broken(format.count(broken)) : words.allWell}
            </StateMark>
          </span>
          <span>{words.read(format.ago(asOf, now))}</span>
        </p>
      </header>
      <AgeNote asOf={asOf} stale={stale} failure={failure} onRetry={onRetry} />
      <dl className={styles.figures}>
        <Figure name={`${words.signedIn}: ${words.accounts}`}>{format.count(signedIn.accounts)}</Figure>
        <Figure name={`${words.signedIn}: ${words.devices}`}>{format.count(signedIn.devices)}</Figure>
        <Figure name={words.uptime}>{useUptime(uptime)}</Figure>
        <Figure name={words.version}>
          <bdi dir="ltr">{version}</bdi>
        </Figure>
      </dl>

      <section aria-labelledby="operator-chains" className={styles.part}>
        <h2 id="operator-chains">{words.chains}</h2>
        <table className={styles.table}>
          <thead className={styles.head}>
            <tr>
              <th scope="col">{words.network}</th>
              <th scope="col">{words.indexed}</th>
              <th scope="col">{words.head}</th>
              <th scope="col">{words.behind}</th>
            </tr>
          </thead>
          <tbody>
            {chains.map(({ chainId, indexed, head }) => {
              const behind = indexed === null || head === null ? undefined : Math.max(0, head - indexed)
              // Networks of other families have no index. Their nodes are read on demand.
              if (parseChainId(chainId).namespace !== 'eip155') {
                const rpc = dependencies.find(({ name }) => name === `rpc ${chainId}`)?.status
                return (
                  <tr key={chainId}>
                    <th scope="row">
                      <NetworkName chainId={chainId} />
                    </th>
                    <td colSpan={2} data-name={words.indexed}>
                      {words.notIndexed}
                    </td>
                    <td>
                      <StateMark tone={rpc && (rpc === 'ok' ? 'gain' : 'loss')}>
                        {rpc === undefined ? words.unknown : rpc === 'ok' ? words.ok : words.down}
                      </StateMark>
                    </td>
                  </tr>
                )
              }
              const tone = behind === undefined ? undefined : behind > fewBlocks ? 'loss' : 'gain'
              return (
                <tr key={chainId}>
                  <th scope="row">
                    <NetworkName chainId={chainId} />
                  </th>
                  <td data-name={words.indexed}>{indexed === null ? words.unknown : format.count(indexed)}</td>
                  <td data-name={words.head}>{head === null ? words.unknown : format.count(head)}</td>
                  <td>
                    <StateMark tone={tone}>
                      {behind === undefined
                        ? words.unknown
                        : behind === 0
                          ? words.upToDate
                          : words.blocks(format.count(behind))}
                    </StateMark>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>

      <section aria-labelledby="operator-orders" className={styles.part}>
        <h2 id="operator-orders">{words.orders}</h2>
        {isEmpty ? (
          <p className={styles.none}>{words.noOrders}</p>
        ) : (
          <dl className={styles.figures}>
            {orderStates.map((state) => (
              <Figure key={state} name={words.states[state]}>
                {format.count(countOf(state))}
              </Figure>
            ))}
          </dl>
        )}
      </section>

      <section aria-labelledby="operator-dependencies" className={styles.part}>
        <h2 id="operator-dependencies">{words.dependencies}</h2>
        <table className={styles.table}>
          <thead className={styles.head}>
            <tr>
              <th scope="col">{words.dependency}</th>
              <th scope="col">{words.latency}</th>
              <th scope="col">{words.state}</th>
            </tr>
          </thead>
          <tbody>
            {dependencies.map(({ name, status, latency, detail }) => (
              <tr key={name}>
                <th scope="row" translate="no">
                  <DependencyName name={name} />
                </th>
                <td data-name={words.latency}>{words.milliseconds(format.count(Math.round(latency)))}</td>
                <td>
                  <StateMark tone={status === 'ok' ? 'gain' : 'loss'}>
                    {status === 'ok' ? words.ok : words.down}
                  </StateMark>
                  {detail !== null && status !== 'ok' && <span className={styles.detail}>{detail}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

/** The server's name of a dependency, with the network's name instead of its ID. */
function DependencyName({ name }: { name: string }) {
  const [part = '', ...rest] = name.split(' ')
  const chainId = rest.join(' ')
  if (!isChainId(chainId)) return <bdi>{name}</bdi>
  return (
    <span title={name}>
      <bdi>{part}</bdi> · <NetworkName chainId={chainId} />
    </span>
  )
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Formats seconds in the largest unit that fits. */
function useUptime(seconds: number): string {
  const { text, format } = useLanguage()
  const count = (unit: number) => format.count(Math.floor(seconds / unit))
  if (seconds < 3600) return text.operator.minutes(count(60))
  return seconds < 86_400 ? text.operator.hours(count(3600)) : text.operator.days(count(86_400))
}
