/** Where code may import from. Each rule is proven by a planted violation in infra/checks/boundaries. */
const shared = '^services/shared/';

/** Folders of services/auth/src: each may import from those after it, never from those before it. */
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

/** Rooms of infra: each may import from those after it, never from those before it. */
const rooms = ['checks', 'load', 'operations', 'local', 'fakes'];
const inRooms = (names) => `^infra/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      comment: 'Parts that need each other are one part.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'service-not-to-service',
      severity: 'error',
      comment: 'Services learn of each other through events, never through code.',
      from: { path: '^services/(?!shared/)([^/]+)/' },
      to: { path: '^services/(?!shared/)([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'shared-stands-below',
      severity: 'error',
      comment: 'What every service and its tests stand on knows none of them, nor what starts or proves them.',
      from: { path: '^services/shared/' },
      to: { path: '^(services/(?!shared/)|gateway/|frontend/|infra/)' },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      comment: 'The browser loads the contracts: they import nothing of ours and nothing of Node.',
      from: { path: '^services/shared/contracts/src/', pathNot: '[.]test[.]ts$' },
      to: { path: '^(services/|gateway/|frontend/|infra/)', pathNot: '^services/shared/contracts/' },
    },
    {
      name: 'contracts-without-node',
      severity: 'error',
      comment: 'The browser loads the contracts.',
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
      comment: 'Features meet in app/; what several need is an entity or a component.',
      from: { path: '^frontend/src/features/([^/]+)/' },
      to: { path: '^frontend/src/features/([^/]+)/', pathNot: '^frontend/src/features/$1/' },
    },
    {
      name: 'below-not-to-features',
      severity: 'error',
      comment: 'app → features → entities → components, lib: never upwards.',
      from: { path: '^frontend/src/(entities|components|lib)/' },
      to: { path: '^frontend/src/(features|app)/' },
    },
    {
      name: 'features-not-to-app',
      severity: 'error',
      comment: 'app wires features, not the other way round.',
      from: { path: '^frontend/src/features/' },
      to: { path: '^frontend/src/app/' },
    },
    ...authFolders.slice(1).map((folder, index) => ({
      name: 'auth-downwards-only',
      severity: 'error',
      comment: `What ${folder}/ needs stands below it; service.ts wires the rest.`,
      from: { path: inAuth([folder]) },
      to: { path: inAuth(authFolders.slice(0, index + 1)) },
    })),
    {
      name: 'auth-folders-have-a-place',
      severity: 'error',
      comment: 'A new folder of auth is given its place in the order above.',
      from: { path: '^services/auth/src/' },
      to: { path: '^services/auth/src/[^/]+/', pathNot: inAuth([...authFolders, 'migrations']) },
    },
    {
      name: 'gateway-not-to-services',
      severity: 'error',
      comment: 'The gateway knows services by address only.',
      from: { path: '^gateway/' },
      to: { path: '^(services/(?!shared/)|frontend/|infra/)' },
    },
    {
      name: 'bus-clients-in-adapters-only',
      severity: 'error',
      comment: 'kafkajs is one adapter behind the bus port.',
      from: { path: '^(services|gateway)/', pathNot: `${shared}(platform/(src/events/kafka|test)|servers/test)/` },
      to: { path: 'node_modules/kafkajs/' },
    },
    {
      name: 'products-not-to-tools',
      severity: 'error',
      comment: 'What is shipped needs nothing of what starts, tests or simulates it.',
      from: {
        path: '^(services/[^/]+/src|services/shared/(contracts|platform)/src|gateway/(src|plugins)|frontend/src)/',
        pathNot: '[.]test[.]tsx?$',
      },
      to: { path: '^(infra/|services/shared/(servers|testing)/)' },
    },
    {
      name: 'tests-only-fakes',
      severity: 'error',
      comment: 'A test of one part may use a fake; what starts or proves the whole product stands above it.',
      from: { path: '^(services/(?!shared/)[^/]+/test|gateway/test|frontend/)' },
      to: { path: '^infra/', pathNot: inRooms(['fakes']) },
    },
    ...rooms.slice(1).map((room, index) => ({
      name: 'rooms-downwards-only',
      severity: 'error',
      comment: `What infra/${room} needs stands below it.`,
      from: { path: inRooms([room]) },
      to: { path: inRooms(rooms.slice(0, index + 1)) },
    })),
    {
      name: 'fakes-stand-alone',
      severity: 'error',
      comment: 'What stands in for strangers knows nothing of us.',
      from: { path: inRooms(['fakes']) },
      to: { path: '^(services|gateway|frontend)/' },
    },
    {
      name: 'rooms-have-a-place',
      severity: 'error',
      comment: 'A new room of infra is given its place in the order above.',
      from: {},
      to: { path: '^infra/', pathNot: inRooms(rooms) },
    },
    {
      name: 'runs-without-tools',
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
      comment: 'An import that leads nowhere.',
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
