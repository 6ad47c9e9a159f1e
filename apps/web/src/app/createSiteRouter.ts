import { isChainId } from '@latchkey/protocol'
import { createRootRoute, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import { type ActivityType, isActivityType } from '../pages/activity/activityType.ts'
import { Crashed } from '../ui/Crashed.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { NotFound } from '../ui/NotFound.tsx'
import { Shell } from './Shell.tsx'

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound, errorComponent: Crashed })

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyComponent(async () => (await import('../pages/home/HomePage.tsx')).HomePage),
})

/** `network` is a CAIP-2 ID, `asset` the key of a row; both are optional. */
export type PortfolioSearch = { network?: string; asset?: string }

const portfolioRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/portfolio',
  validateSearch: ({ network, asset }: Record<string, unknown>): PortfolioSearch => ({
    ...(isChainId(network) ? { network } : {}),
    ...(typeof asset === 'string' ? { asset } : {}),
  }),
  component: lazyComponent(async () => (await import('../pages/portfolio/PortfolioPage.tsx')).PortfolioPage),
})

/** `network` is a CAIP-2 ID, `transaction` the ID of an entry; all are optional. */
export type ActivitySearch = { network?: string; type?: ActivityType; transaction?: string }

const activityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/activity',
  validateSearch: ({ network, type, transaction }: Record<string, unknown>): ActivitySearch => ({
    ...(isChainId(network) ? { network } : {}),
    ...(isActivityType(type) && type !== 'all' ? { type } : {}),
    ...(typeof transaction === 'string' ? { transaction } : {}),
  }),
  component: lazyComponent(async () => (await import('../pages/activity/ActivityPage.tsx')).ActivityPage),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyComponent(async () => (await import('../pages/account/AccountPage.tsx')).AccountPage),
})
/** `address` is the ID of the open address, or `new`. */
export type AddressesSearch = { address?: string }

const addressesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  validateSearch: ({ address }: Record<string, unknown>): AddressesSearch =>
    typeof address === 'string' ? { address } : {},
  component: lazyComponent(async () => (await import('../pages/account/addresses/AddressesPage.tsx')).AddressesPage),
})
const ordersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/purchases',
  component: lazyComponent(async () => (await import('../pages/account/orders/OrdersPage.tsx')).OrdersPage),
})
const settingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/settings',
  component: lazyComponent(async () => (await import('../pages/account/settings/SettingsPage.tsx')).SettingsPage),
})
const browsersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/browsers',
  component: lazyComponent(async () => (await import('../pages/account/browsers/BrowsersPage.tsx')).BrowsersPage),
})

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/operator',
  component: lazyComponent(async () => (await import('../pages/operator/OperatorPage.tsx')).OperatorPage),
})

/** Makes the router. Each page except the shell loads on the first visit or on hover. `history` is the browser's by default. */
export function createSiteRouter({ history }: { history?: RouterHistory } = {}) {
  return createRouter({
    ...(history ? { history } : {}),
    routeTree: rootRoute.addChildren([
      homeRoute,
      portfolioRoute,
      activityRoute,
      accountRoute.addChildren([addressesRoute, ordersRoute, settingsRoute, browsersRoute]),
      operatorRoute,
    ]),
    // Replaces only the page: header, wallet and pending requests stay.
    defaultErrorComponent: Crashed,
    defaultPreload: 'intent',
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
}
