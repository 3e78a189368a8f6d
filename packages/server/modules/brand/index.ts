// A workspace's brand: its pictures, and what may be saved of it. What is saved is the settings' section `brand`; the database
// writes it into the directory, which hosts, pages, mails and trackers read.
export { type BrandDeps, brandHandlers, brandPicture, checkBrand, servedBrandImage } from './brand.ts';
export { brandJobs } from './jobs.ts';
export { storeBrandImage } from './store-image.ts';
