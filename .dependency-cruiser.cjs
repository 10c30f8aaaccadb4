/** Where code may import from. */
const shared = '^services/shared/';

/** Folders of services/auth/src, from top to bottom: each may import only from those after it. */
const authFolders = [
  'operators',
  'archives',
  'registration',
  'external-accounts',
  'recovery',
  'step-up',
  'addresses',
  'credentials',
  'second-factors',
  'passkeys',
  'mail',
  'throttling',
  'api-tokens',
  'sessions',
  'users',
  'follows',
  'activity',
  'clients',
];
const inAuth = (folders) => `^services/auth/src/(${folders.join('|')})/`;

/** Folders of infra, from top to bottom: each may import only from those after it. */
const infraFolders = ['checks', 'load', 'operations', 'local', 'fakes'];
const inInfra = (names) => `^infra/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Merge files that import each other.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'service-not-to-service',
      severity: 'error',
      comment: 'Services communicate through events and never share code.',
      from: { path: '^services/(?!shared/)([^/]+)/' },
      to: { path: '^services/(?!shared/)([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'shared-not-to-others',
      severity: 'error',
      comment: 'Shared code does not depend on a service, the gateway, the client or infra.',
      from: { path: '^services/shared/' },
      to: { path: '^(services/(?!shared/)|gateway/|frontend/|infra/)' },
    },
    {
      name: 'contracts-not-to-others',
      severity: 'error',
      comment: 'The browser loads the contracts, so they import no other code of ours.',
      from: { path: '^services/shared/contracts/src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(services/|gateway/|frontend/|infra/)', pathNot: '^services/shared/contracts/' },
    },
    {
      name: 'contracts-without-node',
      severity: 'error',
      comment: 'The browser loads the contracts, so they do not import Node modules.',
      from: { path: '^services/shared/contracts/src/', pathNot: '[.]test[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'frontend-only-contracts',
      severity: 'error',
      comment: 'The browser client and the servers share the contracts and nothing else.',
      from: { path: '^frontend/src/' },
      to: { path: '^(services/|gateway/|infra/)', pathNot: '^services/shared/contracts/' },
    },
    {
      name: 'feature-not-to-feature',
      severity: 'error',
      comment: 'Combine features in app/; make code that several need an entity or a component.',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/([^/]+)/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'below-not-to-features',
      severity: 'error',
      comment: 'The order is app, features, entities, components and lib; never import upwards.',
      from: { path: '^frontend/src/(entities|components|lib)/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'features-not-to-app',
      severity: 'error',
      comment: 'app imports features; features do not import app.',
      from: { path: '^frontend/src/features/' },
      to: { path: '^frontend/src/app/' },
    },
    {
      name: 'client-not-to-test-tools',
      severity: 'error',
      comment: 'Only tests import from a test folder.',
      from: { path: '^frontend/src/', pathNot: ['[.]test[.]tsx?$', '/test/'] },
      to: { path: ['^frontend/src/test/', '^frontend/src/.+/test/'] },
    },
    ...authFolders.slice(1).map((folder, index) => ({
      name: 'auth-downwards-only',
      severity: 'error',
      comment: `${folder}/ imports only from the folders below it; service.ts connects the rest.`,
      from: { path: inAuth([folder]) },
      to: { path: inAuth(authFolders.slice(0, index + 1)) },
    })),
    {
      name: 'auth-folders-are-listed',
      severity: 'error',
      comment: 'Add a new folder of auth to the order above.',
      from: { path: '^services/auth/src/' },
      to: { path: '^services/auth/src/[^/]+/', pathNot: inAuth([...authFolders, 'migrations']) },
    },
    {
      name: 'gateway-not-to-services',
      severity: 'error',
      comment: 'The gateway knows only the addresses of services.',
      from: { path: '^gateway/' },
      to: { path: '^(services/(?!shared/)|frontend/|infra/)' },
    },
    {
      name: 'bus-clients-in-adapters-only',
      severity: 'error',
      comment: 'Only the Kafka adapter and the launcher of brokers use kafkajs.',
      from: {
        path: '^(services|gateway)/',
        pathNot: `${shared}(platform/(src/events/kafka|test)/|servers/(src/kafka[.]ts|test/))`,
      },
      to: { path: 'node_modules/kafkajs/' },
    },
    {
      name: 'products-not-to-tools',
      severity: 'error',
      comment: 'The product does not depend on its launcher, tests or fakes.',
      from: {
        path: '^(services/[^/]+/src|services/shared/(contracts|platform)/src|gateway/(src|plugins)|frontend/src)/',
        pathNot: '[.]test[.]tsx?$',
      },
      to: { path: '^(infra/|services/shared/(servers|testing)/)' },
    },
    {
      name: 'tests-only-fakes',
      severity: 'error',
      comment: 'A test of one part may use a fake, but not the launcher or checks of the whole product.',
      from: { path: '^(services/(?!shared/)[^/]+/test|gateway/test|frontend/)' },
      to: { path: '^infra/', pathNot: inInfra(['fakes']) },
    },
    ...infraFolders.slice(1).map((folder, index) => ({
      name: 'infra-downwards-only',
      severity: 'error',
      comment: `infra/${folder} imports only from the folders below it.`,
      from: { path: inInfra([folder]) },
      to: { path: inInfra(infraFolders.slice(0, index + 1)) },
    })),
    {
      name: 'fakes-not-to-product',
      severity: 'error',
      comment: 'Fakes of external servers do not depend on the product.',
      from: { path: inInfra(['fakes']) },
      to: { path: '^(services|gateway|frontend)/' },
    },
    {
      name: 'infra-folders-are-listed',
      severity: 'error',
      comment: 'Add a new folder of infra to the order above.',
      from: {},
      to: { path: '^infra/', pathNot: inInfra(infraFolders) },
    },
    {
      name: 'runs-without-dev-dependencies',
      severity: 'error',
      comment: '`npm start` installs no devDependencies.',
      from: {
        path: '^(services|gateway|frontend/src|infra/local)/',
        pathNot: ['[.]test[.]tsx?$', '/(test|e2e|testing)/', '^services/catalog/catalogue/'],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      comment: 'The imported file does not exist.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist(-previous)?|coverage|planted)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
