export * from './api-client.ts';
export * from './gateway-client.ts';
export * from './infrastructure/infrastructure.ts';
export * from './service.ts';
export * from './service-process.ts';
export * from './swallowing-proxy.ts';
export * from './unsafe-calls.ts';
export * from './until.ts';
