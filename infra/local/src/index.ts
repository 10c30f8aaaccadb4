export type { ProductProcess } from './product/processes.ts';
export { type ProductOptions, type RunningProduct, startProduct } from './product/start-product.ts';
export type { ProcessName, ServiceName } from './product/topology.ts';
